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
REHEARSALS = 16  # at a time; more are refused
RECORDED = 4_000  # samples of a recorded motion; of a longer one every second, fourth, ...

# Frames
FRAME_BYTES = 4 * 1024 * 1024  # of one operation; a longer one closes its connection
NESTING = 200  # objects and lists within each other
NAME_CHARACTERS = 1024  # of a topic or service name
NAMES_PER_CLIENT = 4096  # topics, subscriptions or services of one connection

# Calls
CALLS_IN_FLIGHT = 64  # of our services, of one connection; it is not read until some are answered
FORWARDED_CALLS = 1024  # of other clients' services, of one connection; more are refused
CALL_TIMEOUT = 10.0  # s, for a client's service, where the call names no other
BUILT_IN_TIMEOUT = 120.0  # s, for our own services; the longest integration_step takes far less

# Lines that wait for a client that does not read
TOPIC_QUEUE = 100  # publications of one topic; older ones give way to newer ones
TOPIC_BYTES = 8 * 1024 * 1024  # bytes of the publications of all topics, likewise
UNREAD_BYTES = 1024 * 1024  # bytes in all; with more the client is not read
CUT_OFF_BYTES = 64 * 1024 * 1024  # bytes in all; with more the client is cut off
