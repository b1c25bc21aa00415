"""One client's connection: what it sends is dealt with in turns, and read no faster than that.

A connection is always in one of six states. They say where the operations are that it has sent:

    state     its operations                            leaves it when
    READY     are dealt with; the next is incomplete    bytes arrive, or it is woken: DUE
    DUE       wait for the turn of the connection       the turn comes: SERVED
    SERVED    are dealt with, for TURN seconds          none is left: READY; the turn is over: DUE;
                                                        the next must wait: WAITING; the client
                                                        publishes too fast for an actor: HELD
    WAITING   wait for an answer to an earlier call,    a call is answered, or the client has read
              or for the client to read                 what waited for it: DUE
    HELD      wait for the actor                        Loop.RETRY seconds are over: DUE
    CLOSED    are dropped: the socket is closing        never

Bytes lead from READY to SERVED at once where no other connection waits for a turn.

Reading. The socket is read in READY. After a turn that leads to DUE, WAITING or HELD it is not read
until another leads to READY: what the client sends meanwhile waits in the client, and not here. A
client that closes its sending half (`ended`) is read no more, and its calls are still answered. It
is closed once it is READY, awaits no answer, and has been sent everything.

Writing does not depend on the state: see actors/door/outgoing.py.
"""

import asyncio
import socket
import time
from enum import Enum
from typing import Any, Protocol

from actors.door.outgoing import SOCKET_BUFFER, Outgoing
from actors.kernel.log import Log
from actors.kernel.loop import Loop
from protocol import limits
from protocol.bridge import Bridge
from protocol.effects import Effect
from protocol.operations import ABSENT, Invalid, Operation, read_operation, status_line
from protocol.wire import Malformed

TURN = 0.001  # s for the operations of one client before the others have a turn
LAST_WORDS = 1.0  # s for a client to read why its connection is closed
READ_BUFFER = memoryview(bytearray(256 * 1024))


class State(Enum):
    """Where the operations of a connection are: see above."""

    READY = 0
    DUE = 1
    SERVED = 2
    WAITING = 3
    HELD = 4
    CLOSED = 5


class Stream(Protocol):
    """How bytes become JSON objects: protocol/wire.py for a TCP connection."""

    def receive_data(self, data: memoryview) -> None: ...

    def next(self) -> dict[str, Any] | Malformed | None: ...


class TurnTaking(Protocol):
    """Who says when a connection has its turn: actors/door/turns.py."""

    def at_once(self, client: "Connection") -> None: ...

    def line_up(self, client: "Connection") -> None: ...


class Admission(Protocol):
    """Who knows all connections: actors/door/clients.py."""

    def add(self, client: "Connection") -> None: ...

    def remove(self, client: "Connection") -> None: ...


class Host(Protocol):
    """What a connection needs of its gateway."""

    bridge: Bridge
    loop: asyncio.AbstractEventLoop
    log: Log

    @property
    def turns(self) -> TurnTaking: ...

    @property
    def clients(self) -> Admission: ...

    def carry_out(self, effects: list[Effect]) -> None: ...

    def flush(self) -> None: ...


class Connection(asyncio.BufferedProtocol):
    """Between the socket of one client and its session of the bridge."""

    def __init__(self, gateway: Host, stream: Stream):
        self.gateway = gateway
        self.stream = stream
        self.state = State.READY
        self.ended = False
        self._postponed: Operation | None = None  # the one that must wait for earlier ones

    # -- events of the socket --------------------------------------------------------------------
    def connection_made(self, transport: Any) -> None:
        transport.set_write_buffer_limits(high=SOCKET_BUFFER)
        # asyncio sets it only where the listener was made with an explicit protocol.
        transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.transport: asyncio.Transport = transport
        self.outgoing = Outgoing(transport, self.gateway.log)
        self.session = self.gateway.bridge.open()
        self.gateway.clients.add(self)

    def connection_lost(self, problem: Exception | None) -> None:
        self.gateway.clients.remove(self)
        self.gateway.carry_out(self.gateway.bridge.close(self.session))
        self.gateway.flush()

    def get_buffer(self, sizehint: int) -> memoryview:
        """One for all connections: what is read into it is taken out before the next read."""
        return READ_BUFFER

    def buffer_updated(self, nbytes: int) -> None:
        self.stream.receive_data(READ_BUFFER[:nbytes])
        self.gateway.turns.at_once(self)

    def eof_received(self) -> bool:
        """The client has closed its sending half. True: the connection stays open for answers."""
        self.ended = True
        self.gateway.carry_out(self.gateway.bridge.end_of_input(self.session))
        self.gateway.flush()
        self.wake()
        return True

    def pause_writing(self) -> None:
        self.outgoing.pause()

    def resume_writing(self) -> None:
        self.outgoing.resume()
        self.go_on()

    # -- turns -----------------------------------------------------------------------------------
    def go_on(self) -> None:
        """A call is answered, or what waited has been read: its operations may wait for that."""
        if self.state is State.WAITING or self.ended:
            self.wake()

    def wake(self) -> None:
        """Ask for a turn, unless one is due or under way, or the connection is held."""
        if self.state is State.READY or self.state is State.WAITING:
            self.state = State.DUE
            self.gateway.turns.line_up(self)

    def take_turn(self) -> None:
        """Deal with operations. A bug that one client meets does not end the turns of others."""
        self.state = State.SERVED
        try:
            self._enter(self._serve())
        except Exception as bug:
            self.gateway.loop.call_exception_handler({"exception": bug, "protocol": self})

    def _serve(self) -> State:
        """Deal with one operation after the other; the state that this ends in."""
        now = time.monotonic()
        end = now + TURN
        while now < end:
            if self.transport.is_closing():
                return State.CLOSED
            if self.outgoing.waiting.bytes > limits.UNREAD_BYTES:
                return State.WAITING
            operation = self._next_operation()
            if operation is None:
                return State.READY
            effects = self.gateway.bridge.receive(self.session, operation, now)
            if effects is None:
                self._postponed = operation
                return State.WAITING
            self.gateway.carry_out(effects)
            if self.state is State.HELD:
                return State.HELD
            now = time.monotonic()
        return State.DUE

    def _next_operation(self) -> Operation | None:
        """The postponed operation, or the next one of the stream."""
        if self._postponed is not None:
            operation = self._postponed
            self._postponed = None
            return operation
        incoming = self.stream.next()
        if isinstance(incoming, dict):
            return read_operation(incoming)
        if incoming is None:
            return None
        if incoming.fatal:
            self._close_because(incoming.text)
            return None
        return Invalid(incoming.text, ABSENT)

    def _enter(self, state: State) -> None:
        """A turn has led to this state."""
        self.state = state
        if state is State.DUE:
            self.gateway.turns.line_up(self)
        if self.ended:
            self._close_if_done()
        elif state is State.READY:
            self.transport.resume_reading()
        else:
            self.transport.pause_reading()

    def hold(self) -> None:
        """Deal with no more operations for a moment. The gateway says so during a turn."""
        if self.state is State.SERVED:
            self.state = State.HELD
            self.gateway.loop.call_later(Loop.RETRY, self._release)

    def _release(self) -> None:
        if self.state is State.HELD:
            self.state = State.DUE
            self.gateway.turns.line_up(self)

    # -- the end ---------------------------------------------------------------------------------
    def _close_if_done(self) -> None:
        """Close a connection that has ended, once nothing is left to be dealt with or sent."""
        if self.state is State.READY and not self.gateway.bridge.awaits_answers(self.session):
            self.outgoing.flush()
            if not self.outgoing.waiting:
                self.transport.close()

    def _close_because(self, reason: str) -> None:
        """Close the connection once the client has read why, or does not read it in time."""
        self.outgoing.send(status_line("error", reason))
        self.transport.close()
        self.gateway.loop.call_later(LAST_WORDS, self.transport.abort)
