"""What is true: mechanics, integrators, control and rules. Pure: no clock, process, socket or JSON."""
