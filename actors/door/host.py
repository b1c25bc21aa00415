"""The types of the objects that a connection uses: its gateway and its stream."""

import asyncio
from typing import Any, Protocol

from actors.kernel.log import Log
from protocol.bridge import Bridge
from protocol.effects import Effect
from protocol.wire import Malformed


class Stream(Protocol):
    """Turns bytes into JSON objects. protocol/stream.py does so for a TCP connection."""

    size: int

    def __len__(self) -> int: ...

    def clear(self) -> None: ...

    def receive_data(self, data: memoryview) -> None: ...

    def next(self) -> dict[str, Any] | Malformed | None: ...


class TurnTaking(Protocol):
    """Decides when a connection has its turn: see actors/door/turns.py."""

    def at_once(self, client: Any) -> None: ...

    def line_up(self, client: Any) -> None: ...


class WriteTaking(Protocol):
    """Decides when a connection may write a piece: see actors/door/writers.py."""

    def line_up(self, client: Any) -> None: ...


class Holding(Protocol):
    """Decides when a held connection goes on: see actors/door/held.py."""

    def add(self, client: Any, actor: str) -> None: ...


class Admission(Protocol):
    """Keeps all connections: see actors/door/clients.py."""

    def add(self, client: Any) -> None: ...

    def remove(self, client: Any) -> None: ...


class Host(Protocol):
    """The part of the gateway that a connection uses."""

    bridge: Bridge
    loop: asyncio.AbstractEventLoop
    log: Log

    @property
    def turns(self) -> TurnTaking: ...

    @property
    def held(self) -> Holding: ...

    @property
    def writers(self) -> WriteTaking: ...

    @property
    def clients(self) -> Admission: ...

    def carry_out(self, effects: list[Effect]) -> None: ...

    def flush(self) -> None: ...
