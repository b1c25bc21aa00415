"""All limits of the protocol and of the services. protocol/README.md lists them too."""

# Requests
INTEGRATION_STEPS = 1_000_000  # steps of one integration_step request
STEP_OPERATIONS = 100_000_000  # arithmetic operations of all its steps together
DESCENT_STEPS = 10_000  # steps of one clamped descent
WAYPOINTS = 2_000  # waypoints of one path
LOOKAHEAD = 1.0  # s
OBSTACLES = 32  # obstacles at a time
REHEARSED_TICKS = 2_000_000  # ticks of one rehearsal
RECORDED = 4_000  # samples of a recorded motion; a longer one keeps every second, fourth, ...

# Frames
FRAME_BYTES = 4 * 1024 * 1024  # bytes of one operation; a longer one closes its connection
VALUES = 200_000  # values of one operation; decoding more would delay other clients
NESTING = 200  # levels of nested objects and lists
NAME_CHARACTERS = 1024  # characters of a topic or service name
ID_BYTES = 1024  # bytes of an id, as JSON
NAMES_PER_CLIENT = 4096  # topics, subscriptions or services of one connection
ENCODED_BYTES = 256 * 1024  # bytes, as JSON, of a publication that is also sent in binary
ENCODED_OBJECTS = 5_000  # objects and lists in it; encoding more would delay other clients
LISTED = 1_000  # names of clients in one list of rosapi; the others are left out
LISTED_CHARACTERS = 131_072  # characters of these names and their types; likewise

# Calls
REQUEST_BYTES = 64 * 1024  # bytes of a call of one of our services, if it declares no other size
PATH_BYTES = 256 * 1024  # bytes of a call that contains a path
CALLS_IN_FLIGHT = 64  # calls of our services, of one connection; more wait for an answer
CALLS_OF_ACTOR = 256  # calls to one actor, of all connections; each may have its share of them
FORWARDED_CALLS = 1024  # calls of services of clients, of one connection; more are refused
CALL_TIMEOUT = 10.0  # s, for a call of a client's service that names no timeout
LONGEST_TIMEOUT = 3600.0  # s, the longest timeout of a call
BUILT_IN_TIMEOUT = 120.0  # s, for our services; the longest integration_step takes far less

# Memory: what the gateway keeps for clients
CLIENT_BYTES = 72 * 1024 * 1024  # bytes of one connection; with more, it is closed
ALL_CLIENTS_BYTES = 128 * 1024 * 1024  # bytes of all; with more, the one with most is closed
TOPIC_QUEUE = 100  # publications of one topic that wait for a slow client; newer replace older
TOPIC_BYTES = 8 * 1024 * 1024  # bytes of the publications of all topics; likewise
UNREAD_BYTES = 1024 * 1024  # bytes that a client does not read; with more, it is not read from
