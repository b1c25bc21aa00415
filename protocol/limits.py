"""All limits of the protocol and of the services. protocol/README.md lists them too."""

# Requests
INTEGRATION_STEPS = 1_000_000  # steps of one integration_step request
FUNCTION_CHARACTERS = 20_000  # characters of its function
STEP_OPERATIONS = 100_000_000  # arithmetic operations of all its steps together
DESCENT_STEPS = 10_000  # steps of one clamped descent
WAYPOINTS = 2_000  # waypoints of one path
LOOKAHEAD = 1.0  # s
OBSTACLES = 32  # obstacles at a time
REHEARSED_TICKS = 2_000_000  # ticks of one rehearsal
REHEARSALS = 16  # rehearsals at a time; more are refused
RECORDED = 4_000  # samples of a recorded motion; a longer one keeps every second, fourth, ...

# Frames
FRAME_BYTES = 4 * 1024 * 1024  # bytes of one operation; a longer one closes its connection
VALUES = 150_000  # values of one operation; decoding more would delay other clients
NESTING = 200  # levels of nested objects and lists
NAME_CHARACTERS = 1024  # characters of a topic or service name
NAMES_PER_CLIENT = 4096  # topics, subscriptions or services of one connection

# Calls
CALLS_IN_FLIGHT = 64  # calls of our services, of one connection; more wait for an answer
FORWARDED_CALLS = 1024  # calls of services of clients, of one connection; more are refused
CALL_TIMEOUT = 10.0  # s, for a call of a client's service that names no timeout
BUILT_IN_TIMEOUT = 120.0  # s, for our services; the longest integration_step takes far less

# Lines that wait for a client that does not read
TOPIC_QUEUE = 100  # publications of one topic; newer ones replace older ones
TOPIC_BYTES = 8 * 1024 * 1024  # bytes of the publications of all topics; likewise
UNREAD_BYTES = 1024 * 1024  # bytes in all; with more, the gateway reads nothing from the client
CUT_OFF_BYTES = 64 * 1024 * 1024  # bytes in all; with more, the connection is closed
