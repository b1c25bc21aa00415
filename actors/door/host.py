"""What a connection needs of its surroundings, as types: its gateway, and its stream of objects."""

import asyncio
from typing import Any, Protocol

from actors.kernel.log import Log
from protocol.bridge import Bridge
from protocol.effects import Effect
from protocol.wire import Malformed


class Stream(Protocol):
    """Makes JSON objects of bytes: protocol/wire.py does for a TCP connection."""

    def receive_data(self, data: memoryview) -> None: ...

    def next(self) -> dict[str, Any] | Malformed | None: ...


class TurnTaking(Protocol):
    """Says when a connection, the client, has its turn: actors/door/turns.py."""

    def at_once(self, client: Any) -> None: ...

    def line_up(self, client: Any) -> None: ...


class Admission(Protocol):
    """Knows all connections, the clients: actors/door/clients.py."""

    def add(self, client: Any) -> None: ...

    def remove(self, client: Any) -> None: ...


class Host(Protocol):
    """The gateway, as a connection sees it."""

    bridge: Bridge
    loop: asyncio.AbstractEventLoop
    log: Log

    @property
    def turns(self) -> TurnTaking: ...

    @property
    def clients(self) -> Admission: ...

    def carry_out(self, effects: list[Effect]) -> None: ...

    def flush(self) -> None: ...
