"""What the arm cannot do, one type for each of its subsystems; str() is a clear sentence for the caller."""


class ArmError(ValueError):
    """Understood, and impossible or not allowed."""


class GeometryError(ArmError):
    """Of links, limits, reach and inverse kinematics."""


class ControlError(ArmError):
    """Of commands that the controller must not follow."""


class SimulationError(ArmError):
    """Of states that cannot be computed."""


class MotionError(ArmError):
    """Of motions that the arm must not or cannot make."""
