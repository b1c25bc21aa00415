"""Which packages that only some clients need are installed, and how to get them."""

import os
import sys
from importlib.util import find_spec
from pathlib import Path

IS_CHECKOUT = (Path(__file__).parents[2] / "Makefile").exists()
WEB = "web"  # the extras of pyproject.toml, which are also targets of the Makefile
FOXGLOVE = "foxglove"
PACKAGES = {WEB: "websockets cbor2", FOXGLOVE: "websockets cbor2 rosbags"}


def _command(extra: str) -> str:
    """Say how to get the packages of an extra."""
    if IS_CHECKOUT:
        return f"Run `make {extra}` once, then start Pendularm again with `make run`."
    install = f"{sys.executable} -m pip install --upgrade {PACKAGES[extra]}"
    return f"Run `{install}`, then start it again."


HOW_TO_GET_WEBSOCKET = (
    "WebSocket clients cannot connect: the Python package websockets is missing or too old. "
    + _command(WEB)
)
RECENT = "sync"  # a module that websockets has since version 11, the first one that serves us


def has_websocket() -> bool:
    """Return whether WebSocket clients can be served. It does not load the package."""
    found = find_spec("websockets")
    folders = (found and found.submodule_search_locations) or ()
    return any(os.path.isdir(os.path.join(folder, RECENT)) for folder in folders)


def how_to_get(module: str) -> str:
    """Say that a module for encoding is missing or too old, and how to get it."""
    package = module.partition(".")[0]
    extra = WEB if package in PACKAGES[WEB].split() else FOXGLOVE
    return f"the Python package {package} is missing or too old. {_command(extra)}"
