"""Shows how the actors are doing.

It serves /supervisor/actors, publishes /diagnostics once a second, and subscribes to the internal
topic health. Nothing survives its death; every actor reports its health again within a second.
"""

import time
from typing import Any

from actors.kernel.actor import Actor
from actors.kernel.letters import Health
from actors.kernel.service import always, serves, subscribes
from protocol import names
from protocol.diagnostics import OK, STALE, WARN, diagnostic_array, diagnostic_status

RECENT = 10.0  # s after a restart during which the actor has the level WARN
UNEASY = 0.5  # s of silence after which an actor has the level STALE


class Diagnostics(Actor):
    """Combines the figures in the registry with the reports of the actors about themselves."""

    name = "diagnostics"
    publishes = (names.DIAGNOSTICS,)
    period = 1.0

    def begin(self, saved: Any) -> None:
        self._reports: dict[str, Health] = {}

    @subscribes(names.HEALTH)
    def note(self, health: Health) -> None:
        """Keep the latest report of each actor."""
        self._reports[health.actor] = health

    def tick(self) -> None:
        self.publish(names.DIAGNOSTICS, self.actors({}))

    @serves(names.ACTORS, repeatable=always)
    def actors(self, args: dict[str, Any]) -> dict[str, Any]:
        """Return the present status of every actor."""
        return diagnostic_array(time.time(), [self._status(name) for name in self.registry.entries])

    def _status(self, name: str) -> dict[str, Any]:
        vitals = self.registry[name].vitals(self.clock())
        report = self._reports.get(name, Health(name, "", {}))
        level = OK
        message = "ok"
        if vitals.silence > UNEASY:
            level = STALE
            message = f"silent for {vitals.silence:.1f} s"
        elif report.trouble:
            level = WARN
            message = report.trouble
        elif vitals.restarts and vitals.uptime < RECENT:
            level = WARN
            message = f"restarted, its predecessor {vitals.last_cause}"
        figures = {
            "pid": vitals.pid,
            "uptime": vitals.uptime,
            "restarts": vitals.restarts,
            "last_cause": vitals.last_cause,
            "mailbox_bytes": vitals.mailbox_bytes,
            "drops": vitals.drops,
        }
        return diagnostic_status(level, name, message, figures | report.figures)
