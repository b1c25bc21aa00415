"""The names of all topics and services. All other code uses these constants."""

# Topics
JOINT_STATES = "/joint_states"
JOINT_TRAJECTORY = "/joint_trajectory"
ENERGY = "/arm_sim/energy"
PID_STATE = "/pid_controller/state"
TF = "/tf"
CLOCK = "/clock"
ROBOT_DESCRIPTION = "/robot_description"
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
MOTION_PATH = "/motion/path"

# The system itself
DIAGNOSTICS = "/diagnostics"
ROSOUT = "/rosout"
ACTORS = "/supervisor/actors"
SIGNAL = "/supervisor/signal"

GATEWAY = "gateway"
"""The name of the actor that communicates with clients."""

HEALTH = "health"
"""A topic between actors only: what each actor reports about itself once a second."""

GEOMETRY = "geometry"
"""A service between actors only: the lengths of the links, and the allowed ranges of the joints."""

TWIN = "twin"
"""A service between actors only: a copy of the live simulation in its present state."""

PLAN = "plan"
"""A service between actors only: the plan for a requested motion."""

JOINT_PATH = "joint_path"
"""A service between actors only: the joint angles along a path, with one elbow throughout."""

SIMULATION_TIME = "simulation_time"
"""A service between actors only: the simulation time of the arm."""

IK_CLOCK = "ik_clock"
"""A topic between actors only: simulation time and the active goal, for every state of the arm.

Like all names between actors it has no leading slash, so no client can publish on it.
"""

OF_THE_ARM = frozenset({JOINT_STATES, ENERGY, PID_STATE, TF, CLOCK, ROBOT_DESCRIPTION})
"""Topics that show the effects of the services of the arm."""

LATCHED = frozenset({ROBOT_DESCRIPTION})
"""Topics whose present message a new subscriber gets at once."""

SAMPLES = OF_THE_ARM - LATCHED | {IK_FEEDBACK}
"""Topics with samples at 60 Hz, of which a client that gets them late needs only the newest."""

URGENT = frozenset({STOP_MOTION})
"""Services that never wait for earlier calls of the same client."""

COMMANDS = frozenset({JOINT_TRAJECTORY})
"""Topics on which actors also receive the publications of clients."""

TOPIC_TYPES = {
    JOINT_STATES: "sensor_msgs/msg/JointState",
    JOINT_TRAJECTORY: "trajectory_msgs/msg/JointTrajectory",
    ENERGY: "pendularm_msgs/msg/Energy",
    PID_STATE: "pendularm_msgs/msg/ControllerState",
    TF: "tf2_msgs/msg/TFMessage",
    CLOCK: "rosgraph_msgs/msg/Clock",
    ROBOT_DESCRIPTION: "std_msgs/msg/String",
    IK_FEEDBACK: "pendularm_msgs/msg/GoalFeedback",
    IK_RESULT: "pendularm_msgs/msg/GoalResult",
    IK_TRIAL_STATUS: "pendularm_msgs/msg/TrialStatus",
    MOTION_STATE: "pendularm_msgs/msg/MotionState",
    MOTION_RESULT: "pendularm_msgs/msg/MotionResult",
    DIAGNOSTICS: "diagnostic_msgs/msg/DiagnosticArray",
    ROSOUT: "rcl_interfaces/msg/Log",
}
"""The ROS 2 type of each of our topics. protocol/definitions/ has the text of each type."""

PUBLISHED = frozenset(TOPIC_TYPES) - COMMANDS
"""Topics on which only actors publish. On JOINT_TRAJECTORY clients publish too."""

SERVICE_TYPES = {
    SET_INTEGRATOR: "pendularm_msgs/srv/SetIntegrator",
    SET_PARAMS: "pendularm_msgs/srv/SetParams",
    SET_LINKS: "pendularm_msgs/srv/SetLinks",
    SET_LIMITS: "pendularm_msgs/srv/SetLimits",
    PAUSE: "pendularm_msgs/srv/SetFlag",
    RESET: "pendularm_msgs/srv/Reset",
    DYNAMICS: "pendularm_msgs/srv/Dynamics",
    ENABLE: "pendularm_msgs/srv/SetFlag",
    SET_GAINS: "pendularm_msgs/srv/SetGains",
    INTEGRATION_STEP: "pendularm_msgs/srv/IntegrationStep",
    IK_SOLVE: "pendularm_msgs/srv/SolveIk",
    CLAMPED_DESCENT: "pendularm_msgs/srv/ClampedDescent",
    SEND_GOAL: "pendularm_msgs/srv/SendGoal",
    CANCEL_GOAL: "pendularm_msgs/srv/CancelGoal",
    START_TRIAL: "pendularm_msgs/srv/StartTrial",
    SKIP_TARGET: "pendularm_msgs/srv/SkipTarget",
    STOP_TRIAL: "pendularm_msgs/srv/StopTrial",
    MOVE_JOINTS: "pendularm_msgs/srv/MoveJoints",
    MOVE_LINE: "pendularm_msgs/srv/MoveLine",
    DRAW: "pendularm_msgs/srv/Draw",
    STOP_MOTION: "pendularm_msgs/srv/StopMotion",
    SET_OBSTACLES: "pendularm_msgs/srv/SetObstacles",
    REHEARSE: "pendularm_msgs/srv/Rehearse",
    RECORDING: "pendularm_msgs/srv/Recording",
    MOTION_PATH: "pendularm_msgs/srv/MotionPath",
    ACTORS: "pendularm_msgs/srv/Actors",
    SIGNAL: "pendularm_msgs/srv/SignalActor",
}
"""The ROS 2 type of each of our services."""

ROSAPI = {
    f"/rosapi/{name}": f"rosapi_msgs/srv/{type}"
    for name, type in {
        "topics": "Topics",
        "topics_and_raw_types": "TopicsAndRawTypes",
        "topics_for_type": "TopicsForType",
        "topic_type": "TopicType",
        "publishers": "Publishers",
        "subscribers": "Subscribers",
        "services": "Services",
        "services_for_type": "ServicesForType",
        "service_type": "ServiceType",
        "service_node": "ServiceNode",
        "service_providers": "ServiceProviders",
        "nodes": "Nodes",
        "node_details": "NodeDetails",
        "message_details": "MessageDetails",
        "service_request_details": "ServiceRequestDetails",
        "service_response_details": "ServiceResponseDetails",
        "interfaces": "Interfaces",
        "action_servers": "GetActionServers",
        "get_time": "GetTime",
        "get_ros_version": "GetROSVersion",
        "get_param": "GetParam",
        "set_param": "SetParam",
        "has_param": "HasParam",
        "delete_param": "DeleteParam",
        "get_param_names": "GetParamNames",
    }.items()
}
"""The services that answer what there is, with their types. The gateway serves them itself."""

OF_THE_ARM_BY_ROSAPI = frozenset(
    f"/rosapi/{name}" for name in ("get_time", "get_param", "set_param")
)
"""Those of them that the arm answers, so that they take their turn among its other services."""


def canonical_type(name: str, kind: str) -> str:
    """Return the name of a type as ROS 2 writes it; kind is "msg" or "srv".

    ROS 1 leaves the kind out: std_msgs/String is std_msgs/msg/String.
    """
    package, slash, rest = name.partition("/")
    return f"{package}/{kind}/{rest}" if slash and "/" not in rest else name


def canonical(name: str) -> str:
    """Return the name with a leading slash, which clients may omit."""
    return name if name.startswith("/") else "/" + name
