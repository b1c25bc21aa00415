"""Something that is to be done a little later, and once however many ask for it."""

import asyncio
from collections.abc import Callable


class Timer:
    """Calls a function once, some seconds after start(); to start it meanwhile changes nothing."""

    def __init__(
        self, loop: asyncio.AbstractEventLoop, seconds: float, function: Callable[[], None]
    ):
        self._loop = loop
        self._seconds = seconds
        self._function = function
        self._running = False

    def start(self) -> None:
        if not self._running:
            self._running = True
            self._loop.call_later(self._seconds, self._fire)

    def _fire(self) -> None:
        self._running = False
        self._function()
