"""What the arm cannot do: an exception for each part of it. str() is a sentence for a client."""


class ArmError(ValueError):
    """The request was understood, and is impossible or not allowed."""


class GeometryError(ArmError):
    """About links, limits, reach and inverse kinematics."""


class ControlError(ArmError):
    """About a setpoint that the controller must not hold."""


class SimulationError(ArmError):
    """About a state that cannot be computed."""


class MotionError(ArmError):
    """About a motion that the arm must not or cannot make."""
