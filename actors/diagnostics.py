"""Shows the system from outside: /diagnostics once a second, and /supervisor/actors at once."""

import time
from typing import Any

from actors.kernel.actor import Actor
from actors.kernel.letters import Health
from actors.kernel.service import always, serves, subscribes
from protocol import names
from protocol.diagnostics import OK, STALE, WARN, diagnostic_array, diagnostic_status

RECENT = 10.0  # s after a restart in which it is shown as a warning
UNEASY = 0.5  # s of silence after which an actor is shown as stale


class Diagnostics(Actor):
    """Joins what the registry knows of every actor with what each reports about itself."""

    name = "diagnostics"
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
        """How every actor is doing now."""
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
