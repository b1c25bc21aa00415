"""A timer that calls a function a little later."""

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
