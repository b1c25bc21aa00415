"""Timers that call a function later, once for any number of starts."""

import asyncio
from collections.abc import Callable


class Timer:
    """Calls a function once, a delay after start(). Until then, further starts have no effect."""

    def __init__(self, loop: asyncio.AbstractEventLoop, delay: float, function: Callable[[], None]):
        self._loop = loop
        self._delay = delay  # s
        self._function = function
        self._running = False

    def start(self) -> None:
        """Start the timer, unless it is running."""
        if not self._running:
            self._running = True
            self._loop.call_later(self._delay, self._fire)

    def _fire(self) -> None:
        self._running = False
        self._function()


class Alarm:
    """Calls a function at the earliest of the times for which it was set, and is then unset."""

    def __init__(self, loop: asyncio.AbstractEventLoop, function: Callable[[], None]):
        self._loop = loop
        self._function = function
        self._handle: asyncio.TimerHandle | None = None

    def set(self, time: float) -> None:
        """Call the function at a time in s, monotonic, unless it is called earlier anyway."""
        if self._handle is not None:
            if self._handle.when() <= time:
                return
            self._handle.cancel()
        self._handle = self._loop.call_at(time, self._fire)

    def _fire(self) -> None:
        self._handle = None
        self._function()
