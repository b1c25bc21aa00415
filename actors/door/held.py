"""Holds clients that publish faster than an actor can receive, until its mailbox has room."""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any, TypeAlias

from actors.door.timer import Timer
from actors.kernel.loop import Loop

AT_ONCE = 8  # clients that go on before it is seen whether there is still room

# It is an actors.door.connection.Connection. That file uses this class through its gateway.
Connection: TypeAlias = Any


class Held:
    """The held clients by actor. They go on in the order in which they were held.

    is_crowded(actor) returns whether so many letters wait for the actor that clients must wait.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, is_crowded: Callable[[str], bool]):
        self._timer = Timer(loop, Loop.RETRY, self._release)
        self._is_crowded = is_crowded
        self._queues: dict[str, deque[Connection]] = {}

    def add(self, client: Connection, actor: str) -> None:
        """Hold a client until the actor has room; its release() is called then."""
        self._queues.setdefault(actor, deque()).append(client)
        self._timer.start()

    def _release(self) -> None:
        for actor, queue in list(self._queues.items()):
            if not self._is_crowded(actor):
                for _ in range(min(AT_ONCE, len(queue))):
                    queue.popleft().release()
            if not queue:
                del self._queues[actor]
        if self._queues:
            self._timer.start()
