"""Motions of the arm: requests become plans, and plans are executed.

This package is pure, so a rehearsal can execute a plan on a copy of the arm with the same code.
"""
