"""Which packages that only some clients need are installed, and how to get them."""

from importlib.util import find_spec

HOW_TO_GET_WEBSOCKET = (
    "WebSocket clients cannot connect: the Python package websockets is missing. "
    "Run `make web` once, then start Pendularm again with `make run`."
)


def has_websocket() -> bool:
    """Return whether WebSocket clients can be served. It does not load the package."""
    return find_spec("websockets") is not None
