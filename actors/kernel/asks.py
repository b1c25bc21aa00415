"""The questions an actor has asked and not yet heard the answers to."""

import math
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from protocol.fields import Rejected


class Reply(NamedTuple):
    """What an ask ends with, exactly once. When result is false, status says why."""

    result: bool
    status: str
    values: Any


class Unanswered(Rejected):
    """What was asked of another actor was refused, or the actor died or was silent for too long."""


Then = Callable[[Reply], None]


class Pending(NamedTuple):
    service: str
    args: dict[str, Any]
    then: Then
    deadline: float  # s, monotonic
    repeatable: bool  # whether the successor of a dead actor may be asked again
    encoded: bool
    to: str
    life: int  # of the asked actor when it was asked


class Asks:
    """Pending asks by token. Every one is settled exactly once: by an answer, a death or its deadline."""

    def __init__(self) -> None:
        self._pending: dict[int, Pending] = {}
        self._tokens = 0
        self._soonest = math.inf  # no deadline is before this

    def __len__(self) -> int:
        return len(self._pending)

    def add(self, ask: Pending) -> int:
        """Keep an ask; its token."""
        self._tokens += 1
        self._pending[self._tokens] = ask
        self._soonest = min(self._soonest, ask.deadline)
        return self._tokens

    def settle(self, token: int, reply: Reply) -> None:
        """Hand the reply to who asked; a second one for the same token is dropped."""
        ask = self._pending.pop(token, None)
        if ask:
            ask.then(reply)

    def expire(self, now: float) -> None:
        """Settle what has waited too long."""
        if now < self._soonest:
            return
        for token, ask in list(self._pending.items()):
            if ask.deadline <= now:
                self.settle(
                    token, Reply(False, f"{ask.to} did not answer {ask.service} in time", {})
                )
        self._soonest = min((ask.deadline for ask in self._pending.values()), default=math.inf)

    def bereave(self, lives: Mapping[str, int]) -> list[Pending]:
        """Settle asks of lives before these; returned are those that may be asked again, of the successor."""
        again = []
        for token, ask in list(self._pending.items()):
            if ask.life < lives.get(ask.to, 0):
                if ask.repeatable:
                    again.append(self._pending.pop(token))
                else:
                    self.settle(
                        token, Reply(False, f"{ask.to} was restarted while it held this call", {})
                    )
        return again
