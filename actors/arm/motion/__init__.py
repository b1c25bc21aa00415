"""Motions of the arm: requests become plans, and plans are executed.

All of it is pure, so a rehearsal executes a plan on a copy of the arm by the same code.
"""
