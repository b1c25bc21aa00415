"""Every limit of the wire and of the services, once. protocol/README.md lists them too."""

# Requests
INTEGRATION_STEPS = 1_000_000  # of one integration_step
FUNCTION_CHARACTERS = 20_000  # of its function
DESCENT_STEPS = 10_000  # of one clamped descent
STEP_OPERATIONS = 100_000_000  # arithmetic operations of all its steps
WAYPOINTS = 2_000  # of one path
LOOKAHEAD = 1.0  # s
OBSTACLES = 32  # at a time
REHEARSED_TICKS = 2_000_000  # of one rehearsal
REHEARSALS = 16  # at a time; then more are refused
RECORDED = 4_000  # samples of a recorded motion; of longer ones every second, fourth, ...

# Frames
FRAME_BYTES = 4 * 1024 * 1024  # of one operation; a longer one closes its connection
NESTING = 200  # objects and lists within each other
NAME_CHARACTERS = 1024  # of a topic or service name
NAMES_PER_CLIENT = 4096  # topics, subscriptions or services of one connection

# Calls
CALLS_IN_FLIGHT = (
    64  # to our services, of one connection; then it is not read until some are answered
)
FORWARDED_CALLS = 1024  # to other clients' services, of one connection; then more are refused
CALL_TIMEOUT = 10.0  # s, for a client's service that stays silent, when the caller names no other
BUILT_IN_TIMEOUT = 120.0  # s, for our own services: the longest integration_step is far below

# A client that does not read
TOPIC_QUEUE = 100  # waiting publications of one topic; older ones give way to newer ones
TOPIC_BYTES = 8 * 1024 * 1024  # waiting bytes of all topics, likewise
UNREAD_BYTES = 1024 * 1024  # waiting bytes after which nothing more is read from the client
CUT_OFF_BYTES = 64 * 1024 * 1024  # waiting bytes after which the client is cut off
