"""Harms other actors on request, so that people can watch what the supervisor does about it.

It serves /supervisor/signal, and is started only with FAULT_INJECTION=1. It has no state.
"""

import os
import signal
from typing import Any

from actors.kernel.actor import Actor
from actors.kernel.service import serves
from protocol import names
from protocol.fields import Rejected, choice, read_field

SIGNALS = {"kill": signal.SIGKILL, "stall": signal.SIGSTOP}
"""What can be done to an actor. The supervisor kills one that is stalled for a second."""


class Injection(Actor):
    """Sends signals to the processes of actors."""

    name = "injection"

    @serves(names.SIGNAL)
    def signal(self, args: dict[str, Any]) -> dict[str, Any]:
        """Send the process of an actor a signal: `actor` is its name, `signal` is kill or stall."""
        actor = read_field(args, "actor", choice(tuple(self.registry.entries)))
        action = read_field(args, "signal", choice(tuple(SIGNALS)))
        pid = self.registry[actor].vitals(self.clock()).pid
        if not _is_ours(pid):
            raise Rejected(f"{actor} has no process at the moment: it is being restarted")
        os.kill(pid, SIGNALS[action])
        return {"actor": actor, "pid": pid}


def _is_ours(pid: int) -> bool:
    """Return whether a pid is that of a running process of this system.

    The pid of a dead process may meanwhile belong to a stranger, and 0 stands for many processes.
    """
    try:
        return pid > 0 and os.getpgid(pid) == os.getpgrp()
    except ProcessLookupError:
        return False
