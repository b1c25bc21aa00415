"""Every topic and service name, once."""

# Topics
JOINT_STATES = "/joint_states"
JOINT_TRAJECTORY = "/joint_trajectory"

# Services of the arm
SET_INTEGRATOR = "/arm_sim/set_integrator"
SET_PARAMS = "/arm_sim/set_params"
PAUSE = "/arm_sim/pause"
RESET = "/arm_sim/reset"
ENABLE = "/pid_controller/enable"
SET_GAINS = "/pid_controller/set_gains"

# The integration checkpoint
INTEGRATION_STEP = "/arm_sim/integration_step"

EVERY_TOPIC = "*"
"""An actor that hears this hears every publication of every actor (the gateway does)."""

COMMANDS = frozenset({JOINT_TRAJECTORY})
"""The topics on which actors listen to clients. On all others only actors are believed by actors."""


def canonical(name: str) -> str:
    """A name without its leading slash means the same name."""
    return name if name.startswith("/") else "/" + name
