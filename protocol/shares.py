"""Divides the calls that an actor may have in flight between the clients that call it.

So a call waits at most for a few hundred others at its actor, however many clients are busy, and
each client gets answers at the same rate.
"""

from protocol import limits


class Shares:
    """The unanswered calls of each actor by session, also those of sessions that have ended."""

    def __init__(self) -> None:
        self._calls: dict[str, dict[int, int]] = {}

    def begin(self, actor: str, session: int) -> None:
        """Count a call."""
        calls = self._calls.setdefault(actor, {})
        calls[session] = calls.get(session, 0) + 1

    def end(self, actor: str, session: int) -> None:
        """Count the answer to a call."""
        calls = self._calls[actor]
        if calls[session] > 1:
            calls[session] -= 1
        else:
            del calls[session]

    def used_up(self, actor: str, session: int) -> bool:
        """Whether a session has as many calls in flight as its share. One is always allowed."""
        calls = self._calls.get(actor)
        if calls is None or session not in calls:
            return False
        return calls[session] >= max(1, limits.CALLS_OF_ACTOR // len(calls))
