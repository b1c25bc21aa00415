"""Pendularm: a planar robot arm on supervised actors, behind a rosbridge socket.

    python runtime.py               serves until SIGINT or SIGTERM
    python runtime.py --with PID    ends as well when the parent process PID does (make run uses it)

Environment: ARM_SIM_LINKS (2 or 3), ROSBRIDGE_PORT (default 9095; 0: any free one, printed),
ROSBRIDGE_STRICT_ADVERTISE (1: publications on topics that were never advertised are dropped).
"""

import gc
import importlib.util
import os
import re
import resource
import signal
import socket
import sys
from collections.abc import Mapping, Sequence

signal.signal(signal.SIGINT, signal.SIG_DFL)  # until there is something to stop in order

if importlib.util.find_spec("numpy") is None:
    print("pendularm: numpy is missing; `make run` sets up what is missing", file=sys.stderr)
    sys.exit(2)

from actors.arm_sim import arm_of
from actors.diagnostics import Diagnostics
from actors.gateway import gateway_at
from actors.ik import Ik
from actors.ik_action import IkAction
from actors.ik_trial import IkTrial
from actors.integration import Integration
from actors.kernel.child import ChildSpec
from actors.kernel.registry import Registry
from actors.kernel.supervisor import Supervisor
from actors.motion import Motion
from actors.planner import Planner

HOST = "127.0.0.1"
DEFAULT_PORT = 9095
DEFAULT_LINKS = 2
MANY_FILES = 65536
PORT_TAKEN = 1  # exit codes
BAD_SETTING = 2


def child_specs(
    links: int, listener: socket.socket, strict_advertise: bool
) -> tuple[ChildSpec, ...]:
    """The actors in start order; they stop in reverse."""
    greeting = f"Pendularm: a {links}-link arm, rosbridge on {HOST}:{listener.getsockname()[1]}"
    return (
        ChildSpec(arm_of(links), essential=True),
        ChildSpec(Integration),
        ChildSpec(Ik),
        ChildSpec(IkAction),
        ChildSpec(IkTrial),
        ChildSpec(Motion),
        ChildSpec(Planner),
        ChildSpec(Diagnostics),
        ChildSpec(
            gateway_at(listener, strict_advertise, greeting), essential=True
        ),  # last: the door opens
    )  # once everyone is home


class BadSetting(Exception):
    """An environment variable or an argument that cannot be understood."""


def whole_setting(environment: Mapping[str, str], name: str, default: int, allowed: range) -> int:
    """A whole number from the environment; empty counts as unset."""
    text = environment.get(name, "").strip()
    if not text:
        return default
    if not re.fullmatch("[0-9]{1,6}", text) or int(text) not in allowed:
        raise BadSetting(
            f"{name} must be a whole number from {allowed[0]} to {allowed[-1]}, got {text[:40]!r}"
        )
    return int(text)


def parent_from(arguments: Sequence[str]) -> int | None:
    """The process whose end is to be ours too."""
    match arguments:
        case []:
            return None
        case ["--with", pid] if re.fullmatch("[0-9]{1,10}", pid):
            return int(pid)
    raise BadSetting(f"the only argument is --with PID, got {' '.join(arguments)[:40]!r}")


def reserve(port: int) -> socket.socket:
    """Bind the port for all lives of the gateway, without listening yet. Raises OSError if it is taken."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind((HOST, port))
    return listener


def _allow_many_connections() -> None:
    """As many open files as the system lets this user have."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MANY_FILES if most == resource.RLIM_INFINITY else min(most, MANY_FILES)
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def main(arguments: Sequence[str], environment: Mapping[str, str]) -> int:
    """Run the system; the exit code."""
    port = DEFAULT_PORT
    try:
        parent = parent_from(arguments)
        links = whole_setting(environment, "ARM_SIM_LINKS", DEFAULT_LINKS, range(2, 4))
        port = whole_setting(environment, "ROSBRIDGE_PORT", DEFAULT_PORT, range(65536))
        strict_advertise = bool(
            whole_setting(environment, "ROSBRIDGE_STRICT_ADVERTISE", 0, range(2))
        )
        listener = reserve(port)
    except BadSetting as problem:
        print(f"pendularm: {problem}", file=sys.stderr)
        return BAD_SETTING
    except OSError as problem:
        print(f"pendularm: port {port} cannot be used: {problem.strerror}", file=sys.stderr)
        return PORT_TAKEN
    specs = child_specs(links, listener, strict_advertise)
    _allow_many_connections()
    registry = Registry([spec.actor for spec in specs])
    gc.freeze()  # what is here now is shared with every actor, as long as nobody touches it
    return Supervisor(specs, registry, parent).run()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], os.environ))
