"""Starts Pendularm: a planar robot arm, simulated by supervised actors behind a rosbridge socket.

`python runtime.py` serves until SIGINT or SIGTERM. `python runtime.py --help` shows the arguments
and the environment variables for the same settings.
"""

import signal
import sys

signal.signal(signal.SIGINT, signal.SIG_DFL)  # until the supervisor installs its handler

if sys.version_info < (3, 10):  # noqa: UP036
    print("pendularm: Python 3.10 or newer is needed, not", sys.version.split()[0], file=sys.stderr)
    sys.exit(2)


def report(kind, problem, trace):  # type: ignore[no-untyped-def]
    """Called by Python for an exception that nothing has caught: say lack of memory in one line."""
    if issubclass(kind, MemoryError):
        print("pendularm: too little memory may be used (ulimit -v)", file=sys.stderr)
    else:
        sys.__excepthook__(kind, problem, trace)


sys.excepthook = report

import argparse
import gc
import importlib
import importlib.util
import os
import re
import socket
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

# A new descriptor gets the lowest free number. If one of 0 to 2 is closed, the next socket would
# get its number, and log lines would be written to that socket. So closed ones are opened here.
for standard_descriptor in range(3):
    try:
        os.fstat(standard_descriptor)
    except OSError:
        os.open(os.devnull, os.O_RDWR)

# With -I, -P or PYTHONSAFEPATH=1, Python does not search the folder of the script for modules.
folder = str(Path(__file__).resolve().parent)
if folder not in sys.path:
    sys.path.insert(0, folder)

if importlib.util.find_spec("numpy") is None:
    print("pendularm: numpy is missing; `make run` sets up what is missing", file=sys.stderr)
    sys.exit(2)

from actors.kernel.child import ChildSpec
from actors.kernel.node import configured, node_in
from actors.kernel.registry import Registry
from actors.kernel.resources import NoRoom, allow_many_files, check_room
from actors.kernel.supervisor import Supervisor

__version__ = "0.1.0"

# The file names of the nodes in actors/, in the order in which the nodes start. They stop in
# reverse order. The gateway starts last, so that clients connect when the others are running.
NODES = (
    "arm_sim",
    "integration",
    "ik",
    "ik_action",
    "ik_trial",
    "motion",
    "planner",
    "rehearsal",
    "diagnostics",
    "gateway",
)
# The file name of the node that is started only if the setting of this name is on.
ON_REQUEST = {"fault_injection": "injection"}
HOST = "127.0.0.1"
DEFAULT_PORT = 9095
DEFAULT_LINKS = 2
CANNOT_START = 1  # exit codes
BAD_SETTING = 2


class BadSetting(Exception):
    """Raised for an environment variable or an argument with a wrong value."""


class PortTaken(Exception):
    """Raised for a port that cannot be used."""


def child_specs(settings: Mapping[str, Any]) -> list[ChildSpec]:
    """Return the actors in starting order, each with the settings that it names."""
    *first, last = NODES
    wanted = [name for setting, name in ON_REQUEST.items() if settings.get(setting)]
    modules = [importlib.import_module(f"actors.{name}") for name in (*first, *wanted, last)]
    return [ChildSpec(configured(node_in(module), settings)) for module in modules]


class Arguments(argparse.ArgumentParser):
    """Parses the command line. It raises BadSetting for a wrong argument."""

    def __init__(self) -> None:
        super().__init__("runtime.py", description="Pendularm: a robot arm behind rosbridge JSON.")
        add = self.add_argument
        add("--links", metavar="N", help="2 or 3; else ARM_SIM_LINKS; else 2")
        add("--port", metavar="PORT", help="0: any free one; else ROSBRIDGE_PORT; else 9095")
        add(
            "--strict-advertise",
            metavar="0|1",
            help="1: drop what a client publishes on a topic that it never advertised; "
            "else ROSBRIDGE_STRICT_ADVERTISE; else 0",
        )
        add(
            "--allow-override",
            metavar="0|1",
            help="1: clients may provide our services and publish on our topics; "
            "else ROSBRIDGE_ALLOW_OVERRIDE; else 0",
        )
        add(
            "--fault-injection",
            metavar="0|1",
            help="1: clients may kill and stall actors with /supervisor/signal; "
            "else FAULT_INJECTION; else 0",
        )
        add(
            "--origins",
            metavar="LIST",
            help="origins of web pages that may connect besides those of this machine, separated "
            "by commas; *: all; else ROSBRIDGE_ORIGINS; else none",
        )
        add("--with", metavar="PID", dest="parent", help="end with the parent process PID")
        add("--version", action="version", version=f"pendularm {__version__}")

    def error(self, message: str) -> NoReturn:
        """Called by argparse when an argument is wrong."""
        raise BadSetting(message)


def read_settings(arguments: Sequence[str], environment: Mapping[str, str]) -> dict[str, Any]:
    """Read each setting from the command line, or else from the environment.

    Raises BadSetting.
    """
    given = {name: text for name, text in vars(Arguments().parse_args(arguments)).items() if text}

    def number(name: str, variable: str, default: int | None, allowed: range) -> int | None:
        if name in given:
            return read_number("--" + name.replace("_", "-"), given[name], default, allowed)
        return read_number(variable, environment.get(variable, ""), default, allowed)

    def switch(name: str, variable: str) -> bool:
        return bool(number(name, variable, 0, range(2)))

    def origins() -> frozenset[str]:
        if "origins" in given:
            return read_origins("--origins", given["origins"])
        return read_origins("ROSBRIDGE_ORIGINS", environment.get("ROSBRIDGE_ORIGINS", ""))

    return {
        "links": number("links", "ARM_SIM_LINKS", DEFAULT_LINKS, range(2, 4)),
        "port": number("port", "ROSBRIDGE_PORT", DEFAULT_PORT, range(65536)),
        "strict_advertise": switch("strict_advertise", "ROSBRIDGE_STRICT_ADVERTISE"),
        "allow_override": switch("allow_override", "ROSBRIDGE_ALLOW_OVERRIDE"),
        "fault_injection": switch("fault_injection", "FAULT_INJECTION"),
        "origins": origins(),
        "parent": read_number("--with", given.get("parent", ""), None, range(1, 1 << 32)),
    }


def read_number(name: str, text: str, default: int | None, allowed: range) -> int | None:
    """Read a number from a text. A blank text means the default. Raises BadSetting."""
    stripped = text.strip()
    if not stripped:
        return default
    if not re.fullmatch("[0-9]{1,10}", stripped) or int(stripped) not in allowed:
        rule = f"a whole number from {allowed[0]} to {allowed[-1]}"
        raise BadSetting(f"{name} must be {rule}, got {stripped[:40]!r}")
    return int(stripped)


def read_origins(name: str, text: str) -> frozenset[str]:
    """Read a list of origins, separated by commas. Raises BadSetting."""
    words = [word.strip().lower() for word in text.split(",") if word.strip()]
    for word in words:
        if not re.fullmatch(r"\*|null|[a-z][a-z0-9+.-]*://[^/\s]*/?", word):
            rule = "origins such as https://app.example.org, separated by commas, or *"
            raise BadSetting(f"{name} must be {rule}, got {word[:40]!r}")
    # A browser sends the origin without a slash after the host. That of a file is file://.
    return frozenset(re.sub(r"(?<=[^/])/$", "", word) for word in words)


def bind(port: int) -> socket.socket:
    """Bind a socket to the port, for all incarnations of the gateway. It does not listen yet.

    Raises PortTaken if another process uses the port, or if only root may.
    """
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((HOST, port))
    except OSError as problem:
        raise PortTaken(f"port {port} cannot be used: {problem.strerror}") from None
    return listener


def greeting(links: int, listener: socket.socket) -> str:
    """Return the line that the gateway prints when the system is ready for clients."""
    return f"Pendularm: a {links}-link arm, rosbridge on {HOST}:{listener.getsockname()[1]}"


def main(arguments: Sequence[str], environment: Mapping[str, str]) -> int:
    """Run the system until it is stopped, and return the exit code."""
    try:
        settings = read_settings(arguments, environment)
        listener = bind(settings["port"])
        settings["listener"] = listener
        settings["greeting"] = greeting(settings["links"], listener)
        specs = child_specs(settings)
        allow_many_files()
        check_room(len(specs))
    except (BadSetting, PortTaken, NoRoom) as problem:
        print(f"pendularm: {problem}", file=sys.stderr)
        return BAD_SETTING if isinstance(problem, BadSetting) else CANNOT_START
    registry = Registry([spec.actor for spec in specs])
    # Forked processes share the memory of all objects made so far, until one of them writes to it.
    # After gc.freeze the garbage collector leaves these objects alone.
    gc.freeze()
    return Supervisor(specs, registry, settings["parent"]).run()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], os.environ))
