"""Exceptions for requests that the arm cannot fulfil. The text of each is meant for the client."""


class ArmError(ValueError):
    """The request is well formed, but it is impossible or not allowed."""


class GeometryError(ArmError):
    """The links, their limits or their reach do not allow the request."""


class ControlError(ArmError):
    """The controller must not hold the setpoint."""


class SimulationError(ArmError):
    """A state of the arm cannot be computed."""


class MotionError(ArmError):
    """The arm must not or cannot make the motion."""
