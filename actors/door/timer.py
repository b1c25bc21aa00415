"""Things that are done a little later, and once, however often they are asked for meanwhile."""

import asyncio
from collections.abc import Callable


class Timer:
    """Calls a function a delay after start(); to start it again before that changes nothing."""

    def __init__(self, loop: asyncio.AbstractEventLoop, delay: float, function: Callable[[], None]):
        self._loop = loop
        self._delay = delay  # s
        self._function = function
        self._running = False

    def start(self) -> None:
        """Let the function be called after the delay, unless that is due already."""
        if not self._running:
            self._running = True
            self._loop.call_later(self._delay, self._fire)

    def _fire(self) -> None:
        self._running = False
        self._function()
