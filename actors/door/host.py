"""The types of the objects that a connection uses: its gateway and its stream."""

import asyncio
from typing import Any, Protocol

from actors.door.frames import Frames
from actors.kernel.log import Log
from protocol.bridge import Bridge
from protocol.effects import Effect
from protocol.operations import Harmless
from protocol.wire import Malformed


class Stream(Protocol):
    """Turns bytes into JSON objects. protocol/stream.py does so for a TCP connection.

    next() returns an object, Malformed, or None if more bytes are needed. A stream that has done
    something else with the bytes returns Harmless, so that other clients can have their turns.
    goodbye() returns what the client is sent before its connection is closed for a reason.
    """

    size: int

    def __len__(self) -> int: ...

    def clear(self) -> None: ...

    def receive_data(self, data: bytes | memoryview) -> None: ...

    def goodbye(self, reason: str) -> bytes: ...

    def next(self) -> dict[str, Any] | Malformed | Harmless | None: ...


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

    frames: Frames

    def add(self, client: Any) -> None: ...

    def remove(self, client: Any) -> None: ...


class Host(Protocol):
    """The part of the gateway that a connection uses."""

    bridge: Bridge
    loop: asyncio.AbstractEventLoop
    log: Log
    origins: frozenset[str]  # of web pages that may connect besides those of this machine

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
