"""Mechanics, integrators, control and rules. Pure: no clock, process, socket or JSON in here."""
