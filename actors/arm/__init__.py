"""Mechanics, integrators, control and the rules of goals, motions and trials.

This package is pure: it uses no clock, process, socket or JSON.
"""
