"""Keeps the calls that were forwarded to clients which provide services, until each has its answer.

The calls are indexed by the client that has made them and by the client that must answer them. When
many calls fail at once, such as those to a provider that has disconnected, they are handed out a
few at a time, so that other clients do not wait for all of their answers.
"""

import heapq
import itertools
from collections import deque
from collections.abc import Iterator
from typing import NamedTuple

from protocol.operations import CallService
from protocol.session import Session


class ForwardedCall(NamedTuple):
    """A call that was forwarded to the client that provides the service, and is not answered."""

    caller: Session
    call: CallService  # without its arguments
    provider: Session


class Forwarding:
    """The forwarded calls by the id in the forwarded call. Times are in s, monotonic."""

    def __init__(self) -> None:
        self._calls: dict[str, ForwardedCall] = {}
        self._deadlines: list[tuple[float, str]] = []  # a heap; it also has calls that have ended
        # Calls that fail, and why. Some of them may have ended meanwhile.
        self._failing: deque[tuple[Iterator[str], str]] = deque()
        self._numbers = itertools.count(1)

    def add(
        self, caller: Session, call: CallService, provider: Session, service: str, deadline: float
    ) -> str:
        """Add a call of a service (canonical name), and return its id."""
        id = f"call:{service}:{next(self._numbers)}"
        self._calls[id] = ForwardedCall(caller, call._replace(args=None), provider)
        caller.forwarded[id] = None
        provider.asked[id] = None
        if len(self._deadlines) > 2 * len(self._calls) + 100:
            self._deadlines = [each for each in self._deadlines if each[1] in self._calls]
            heapq.heapify(self._deadlines)
        heapq.heappush(self._deadlines, (deadline, id))
        return id

    def provider(self, id: str) -> Session | None:
        """Return the client that must answer a call, or None if the call has ended."""
        call = self._calls.get(id)
        return call and call.provider

    def take(self, id: str) -> ForwardedCall:
        """Remove a call, since it is answered."""
        call = self._calls.pop(id)
        del call.caller.forwarded[id]
        del call.provider.asked[id]
        return call

    def forget_calls_of(self, caller: Session) -> None:
        """Called when a client has disconnected: remove the calls that it has made."""
        for id in list(caller.forwarded):
            self.take(id)

    # -- failures --------------------------------------------------------------------------------
    def provider_left(self, provider: Session) -> None:
        """Called when a client has disconnected: the calls that it must answer fail."""
        if provider.asked:
            self._failing.append((iter(list(provider.asked)), "has gone"))

    def expire(self, now: float) -> None:
        """Let the calls fail whose deadline has passed."""
        late = []
        while self._deadlines and self._deadlines[0][0] <= now:
            late.append(heapq.heappop(self._deadlines)[1])
        if late:
            self._failing.append((iter(late), "did not answer in time"))

    @property
    def any_failing(self) -> bool:
        """Whether failed() may return more calls."""
        return bool(self._failing)

    def failed(self, most: int) -> Iterator[tuple[ForwardedCall, str]]:
        """Remove some of the calls that fail, and return each with the reason."""
        while self._failing and most > 0:
            ids, reason = self._failing[0]
            id = next(ids, None)
            if id is None:
                self._failing.popleft()
            elif id in self._calls:
                most -= 1
                yield self.take(id), reason
