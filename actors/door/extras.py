"""Which packages that only some clients need are installed, and how to get them."""

import os
import sys
from importlib.util import find_spec
from pathlib import Path

IN_CHECKOUT = "Run `make web` once, then start Pendularm again with `make run`."
INSTALLED = (
    f"Run `{sys.executable} -m pip install --upgrade websockets cbor2`, then start it again."
)
HOW_TO_GET_WEBSOCKET = (
    "WebSocket clients cannot connect: the Python package websockets is missing or too old. "
    + (IN_CHECKOUT if (Path(__file__).parents[2] / "Makefile").exists() else INSTALLED)
)
RECENT = "sync"  # a module that websockets has since version 11, the first one that serves us


def has_websocket() -> bool:
    """Return whether WebSocket clients can be served. It does not load the package."""
    found = find_spec("websockets")
    folders = (found and found.submodule_search_locations) or ()
    return any(os.path.isdir(os.path.join(folder, RECENT)) for folder in folders)
