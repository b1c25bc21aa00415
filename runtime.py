"""Pendularm: a planar robot arm on supervised actors, behind a rosbridge socket.

    python runtime.py               serves until SIGINT or SIGTERM
    python runtime.py --with PID    also ends when its parent, the process PID, ends (for make run)

Environment: ARM_SIM_LINKS (2 or 3), ROSBRIDGE_PORT (default 9095; 0 takes any free port and prints
it), ROSBRIDGE_STRICT_ADVERTISE (1 drops publications on topics that were never advertised).
"""

import gc
import importlib
import importlib.util
import os
import re
import resource
import signal
import socket
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

signal.signal(signal.SIGINT, signal.SIG_DFL)  # until the supervisor handles it

# If one of the descriptors 0 to 2 is closed, the next socket would get its number, and lines of the
# log would be written into that socket. A new descriptor gets the lowest number that is free.
for standard_descriptor in range(3):
    try:
        os.fstat(standard_descriptor)
    except OSError:
        os.open(os.devnull, os.O_RDWR)

# With -I, -P or PYTHONSAFEPATH=1 Python does not look into the folder of its script by itself.
sys.path.insert(0, str(Path(__file__).resolve().parent))

if importlib.util.find_spec("numpy") is None:
    print("pendularm: numpy is missing; `make run` sets up what is missing", file=sys.stderr)
    sys.exit(2)

from actors.kernel.child import ChildSpec
from actors.kernel.node import configured, node_in
from actors.kernel.registry import Registry
from actors.kernel.supervisor import Supervisor

# One line for each node: the name of its file in actors/, in the order in which they start.
# They stop in reverse. Clients come in last, when all others are there.
NODES = (
    "arm_sim",
    "integration",
    "ik",
    "ik_action",
    "ik_trial",
    "motion",
    "planner",
    "diagnostics",
    "gateway",
)
HOST = "127.0.0.1"
DEFAULT_PORT = 9095
DEFAULT_LINKS = 2
MANY_FILES = 65536
PORT_TAKEN = 1  # exit codes
BAD_SETTING = 2


class BadSetting(Exception):
    """An environment variable or an argument that cannot be understood."""


def child_specs(settings: Mapping[str, Any]) -> list[ChildSpec]:
    """The actors in the order in which they start, each with the settings that it names."""
    modules = [importlib.import_module(f"actors.{name}") for name in NODES]
    return [ChildSpec(configured(node_in(module), settings)) for module in modules]


def read_settings(environment: Mapping[str, str]) -> dict[str, Any]:
    """The settings of the environment; raises BadSetting."""
    return {
        "links": read_number(environment, "ARM_SIM_LINKS", DEFAULT_LINKS, range(2, 4)),
        "port": read_number(environment, "ROSBRIDGE_PORT", DEFAULT_PORT, range(65536)),
        "strict_advertise": bool(
            read_number(environment, "ROSBRIDGE_STRICT_ADVERTISE", 0, range(2))
        ),
    }


def read_number(environment: Mapping[str, str], name: str, default: int, allowed: range) -> int:
    """A whole number of the environment; an empty one counts as unset. Raises BadSetting."""
    text = environment.get(name, "").strip()
    if not text:
        return default
    if not re.fullmatch("[0-9]{1,6}", text) or int(text) not in allowed:
        raise BadSetting(
            f"{name} must be a whole number from {allowed[0]} to {allowed[-1]}, got {text[:40]!r}"
        )
    return int(text)


def read_parent(arguments: Sequence[str]) -> int | None:
    """The process whose end also ends this one, if the arguments name one. Raises BadSetting."""
    match arguments:
        case []:
            return None
        case ["--with", pid] if re.fullmatch("[0-9]{1,10}", pid):
            return int(pid)
    raise BadSetting(f"the only argument is --with PID, got {' '.join(arguments)[:40]!r}")


def bind(port: int) -> socket.socket:
    """Bind the port for all incarnations of the gateway, without listening yet.

    Raises OSError if another process has it.
    """
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind((HOST, port))
    return listener


def greeting(links: int, listener: socket.socket) -> str:
    """The line that tells users, and scripts, that the system answers."""
    return f"Pendularm: a {links}-link arm, rosbridge on {HOST}:{listener.getsockname()[1]}"


def allow_many_connections() -> None:
    """Allow as many open files as the system lets this user have."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MANY_FILES if most == resource.RLIM_INFINITY else min(most, MANY_FILES)
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def main(arguments: Sequence[str], environment: Mapping[str, str]) -> int:
    """Run the system; the exit code."""
    try:
        parent = read_parent(arguments)
        settings = read_settings(environment)
    except BadSetting as problem:
        print(f"pendularm: {problem}", file=sys.stderr)
        return BAD_SETTING
    try:
        listener = bind(settings["port"])
    except OSError as problem:
        message = f"port {settings['port']} cannot be used: {problem.strerror}"
        print(f"pendularm: {message}", file=sys.stderr)
        return PORT_TAKEN
    settings["listener"] = listener
    settings["greeting"] = greeting(settings["links"], listener)
    allow_many_connections()
    specs = child_specs(settings)
    registry = Registry([spec.actor for spec in specs])
    # The objects that exist now are shared with all actors, as long as nobody writes to them.
    gc.freeze()
    return Supervisor(specs, registry, parent).run()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], os.environ))
