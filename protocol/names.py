"""Every topic and service name, once."""

# Topics
JOINT_STATES = "/joint_states"
JOINT_TRAJECTORY = "/joint_trajectory"
ENERGY = "/arm_sim/energy"
IK_FEEDBACK = "/ik_action/feedback"
IK_RESULT = "/ik_action/result"
IK_TRIAL_STATUS = "/ik_trial/status"
MOTION_STATE = "/motion/state"
MOTION_RESULT = "/motion/result"

# Services of the arm
SET_INTEGRATOR = "/arm_sim/set_integrator"
SET_PARAMS = "/arm_sim/set_params"
PAUSE = "/arm_sim/pause"
RESET = "/arm_sim/reset"
SET_LINKS = "/arm_sim/set_links"
SET_LIMITS = "/arm_sim/set_limits"
DYNAMICS = "/arm_sim/dynamics"
ENABLE = "/pid_controller/enable"
SET_GAINS = "/pid_controller/set_gains"

# Integration of a function of time
INTEGRATION_STEP = "/arm_sim/integration_step"

# Inverse kinematics, goals and trials
IK_SOLVE = "/ik/solve"
CLAMPED_DESCENT = "/ik/clamped_descent"
SEND_GOAL = "/ik_action/send_goal"
CANCEL_GOAL = "/ik_action/cancel_goal"
START_TRIAL = "/ik_trial/start"
SKIP_TARGET = "/ik_trial/skip"
STOP_TRIAL = "/ik_trial/stop"

# Motions
MOVE_JOINTS = "/motion/move_joints"
MOVE_LINE = "/motion/move_line"
DRAW = "/motion/draw"
STOP_MOTION = "/motion/stop"
SET_OBSTACLES = "/motion/set_obstacles"
REHEARSE = "/motion/rehearse"
RECORDING = "/motion/recording"

# What is seen of the system itself
DIAGNOSTICS = "/diagnostics"
ROSOUT = "/rosout"
ACTORS = "/supervisor/actors"

GATEWAY = "gateway"
"""The actor that speaks to clients."""

HEALTH = "health"
"""Between actors only: what an actor reports of itself, once a second."""

GEOMETRY = "geometry"
"""A service between actors only: the arm's link lengths, and where its joints are allowed to be."""

TWIN = "twin"
"""A service between actors only: a copy of the live simulation as it is."""

PLAN = "plan"
"""A service between actors only: a request for a motion, planned and checked."""

JOINT_PATH = "joint_path"
"""A service between actors only: inverse kinematics of a whole path, with one elbow."""

IK_CLOCK = "ik_clock"
"""Between actors only: what ik_action sees of the arm, with every state of it. No client can name it."""

OF_THE_ARM = frozenset({JOINT_STATES, ENERGY})
"""Topics that show what services of the arm have brought about."""

URGENT = frozenset({STOP_MOTION})
"""Services that never wait for earlier calls of the same client."""

COMMANDS = frozenset({JOINT_TRAJECTORY})
"""The topics on which actors listen to clients. On all others only actors are believed by actors."""


def canonical(name: str) -> str:
    """A name without its leading slash means the same name."""
    return name if name.startswith("/") else "/" + name
