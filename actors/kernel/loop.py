"""Runs the rounds of an actor: signs of life, ticks, reports of health, commits and letters."""

from typing import Any, TypeAlias

from protocol import names

# It is an actors.kernel.actor.Actor. That file imports this one, and imports must not form a cycle.
Actor: TypeAlias = Any


class Loop:
    """Runs an actor until its process ends. Only the gateway uses another event loop, asyncio."""

    WAKE = 0.2  # s, the longest wait for letters, and so between two signs of life
    RETRY = 0.001  # s between two tries to send to a full mailbox

    def __init__(self, actor: Actor):
        self.actor = actor
        self.reports = HealthReports(actor)
        self._due = actor.clock()  # s, monotonic: when to call tick next

    def run(self) -> None:
        """Run rounds until the process ends."""
        while True:
            self.turn()

    def turn(self) -> None:
        """Run one round: tick and report if it is time, commit, then wait for and handle letters.

        Missed ticks are made up for in the following rounds, but at most two of them.
        """
        actor = self.actor
        now = actor.clock()
        actor.entry.beat(now)
        if actor.period is not None:
            # The actor may have shortened its period since the last round.
            self._due = min(self._due, now + actor.period)
            if now >= self._due:
                actor.tick()
                self._due = max(self._due + actor.period, now - actor.period)
        self.reports.publish_if_due(now)
        actor.commit()
        actor.take(self._timeout())

    def _timeout(self) -> float:
        """Return how long to wait for letters, in s."""
        actor = self.actor
        if actor.handlers.any_yielded:
            return 0.0
        if actor.outbox:
            return self.RETRY
        if actor.period is None:
            return self.WAKE
        return min(self.WAKE, max(0.0, self._due - actor.clock()))


class HealthReports:
    """Publishes the health of an actor once a second."""

    PERIOD = 1.0  # s

    def __init__(self, actor: Actor):
        self._actor = actor
        self._due = actor.clock()

    def publish_if_due(self, now: float) -> None:
        """Publish the health if a second has passed since the last time; now in s, monotonic."""
        if now >= self._due:
            self._due = now + self.PERIOD
            self._actor.publish(names.HEALTH, self._actor.health())
