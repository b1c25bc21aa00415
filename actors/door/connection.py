"""The connection of one client. The gateway handles the operations of all clients in turns.

A connection is always in one of six states, which say what happens to the operations of its client:

    state     the operations                            next state
    READY     all are handled, or one is incomplete     DUE when bytes arrive or wake() is called
    DUE       wait for the turn of the connection       SERVED when the turn comes
    SERVED    are handled, for at most TURN seconds     READY when none is left; DUE when the turn
                                                        is over; WAITING when the next one must
                                                        wait; HELD when the client publishes too
                                                        fast for an actor
    WAITING   wait for the answer to an earlier call,   DUE when a call is answered, or when the
              or for the client to read its lines       client has read its lines
    HELD      wait until an actor has room              DUE after Loop.RETRY seconds
    CLOSED    are dropped, since the socket closes      none

If no other connection waits for a turn, a READY connection that receives bytes is SERVED at once.

Reading. In READY the gateway reads from the socket. When a turn ends in DUE, WAITING or HELD, it
stops reading until a later turn ends in READY. Meanwhile the data that the client sends stays in
the buffers of the operating system. When a client closes its sending half (`ended`), its earlier
calls are still answered. The gateway closes such a connection when it is READY, no call waits for
an answer, and all lines have been sent.

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

TURN = 0.001  # s, the longest turn of one client
CLOSE_TIMEOUT = 1.0  # s that a client has to read why its connection is closed
READ_BUFFER = memoryview(bytearray(256 * 1024))


class State(Enum):
    """The states in the table above."""

    READY = 0
    DUE = 1
    SERVED = 2
    WAITING = 3
    HELD = 4
    CLOSED = 5


class Stream(Protocol):
    """Turns bytes into JSON objects. protocol/wire.py does so for a TCP connection."""

    def receive_data(self, data: memoryview) -> None: ...

    def next(self) -> dict[str, Any] | Malformed | None: ...


class TurnTaking(Protocol):
    """Decides when a connection has its turn: see actors/door/turns.py."""

    def at_once(self, client: "Connection") -> None: ...

    def line_up(self, client: "Connection") -> None: ...


class Admission(Protocol):
    """Keeps all connections: see actors/door/clients.py."""

    def add(self, client: "Connection") -> None: ...

    def remove(self, client: "Connection") -> None: ...


class Host(Protocol):
    """The part of the gateway that a connection uses."""

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
    """Connects the socket of one client with the session of the client in the bridge."""

    def __init__(self, gateway: Host, stream: Stream):
        self.gateway = gateway
        self.stream = stream
        self.state = State.READY
        self.ended = False
        self._postponed: Operation | None = None  # the operation that waits for earlier calls

    # -- events of the socket --------------------------------------------------------------------
    def connection_made(self, transport: Any) -> None:
        """Called once by asyncio when a client has connected: open a session."""
        transport.set_write_buffer_limits(high=SOCKET_BUFFER)
        # asyncio sets TCP_NODELAY only if the listener was made with an explicit protocol number.
        transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.transport: asyncio.Transport = transport
        self.outgoing = Outgoing(transport, self.gateway.log)
        self.session = self.gateway.bridge.open()
        self.gateway.clients.add(self)

    def connection_lost(self, problem: Exception | None) -> None:
        """Called once by asyncio when the socket is closed: end the session."""
        self.gateway.clients.remove(self)
        self.gateway.carry_out(self.gateway.bridge.close(self.session))
        self.gateway.flush()

    def get_buffer(self, sizehint: int) -> memoryview:
        """Called by asyncio before each read: return the buffer to read into.

        All connections share it, since buffer_updated copies its content before the next read.
        """
        return READ_BUFFER

    def buffer_updated(self, nbytes: int) -> None:
        """Called by asyncio after each read of nbytes bytes."""
        self.stream.receive_data(READ_BUFFER[:nbytes])
        self.gateway.turns.at_once(self)

    def eof_received(self) -> bool:
        """Called by asyncio when the client has closed its sending half.

        It returns True, so that asyncio keeps the connection open for answers.
        """
        self.ended = True
        self.gateway.carry_out(self.gateway.bridge.end_of_input(self.session))
        self.gateway.flush()
        self.wake()
        return True

    def pause_writing(self) -> None:
        """Called by asyncio when the buffer of the socket is full."""
        self.outgoing.pause()

    def resume_writing(self) -> None:
        """Called by asyncio when the buffer of the socket has room again."""
        self.outgoing.resume()
        self.go_on()

    # -- turns -----------------------------------------------------------------------------------
    def go_on(self) -> None:
        """Called when a call is answered or lines were written: resume waiting operations."""
        if self.state is State.WAITING or self.ended:
            self.wake()

    def wake(self) -> None:
        """Ask for a turn, if the connection is READY or WAITING."""
        if self.state is State.READY or self.state is State.WAITING:
            self.state = State.DUE
            self.gateway.turns.line_up(self)

    def take_turn(self) -> None:
        """Handle operations for one turn. An exception affects only this connection."""
        self.state = State.SERVED
        try:
            self._enter(self._serve())
        except Exception as bug:
            self.gateway.loop.call_exception_handler({"exception": bug, "protocol": self})

    def _serve(self) -> State:
        """Handle operations one after the other, and return the state after the turn."""
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
        """Return the postponed operation, or the next one in the stream, or None."""
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
        """Enter the state after a turn: ask for the next turn, and read or stop reading."""
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
        """Called by the gateway during a turn: handle no more operations for Loop.RETRY seconds."""
        if self.state is State.SERVED:
            self.state = State.HELD
            self.gateway.loop.call_later(Loop.RETRY, self._release)

    def _release(self) -> None:
        if self.state is State.HELD:
            self.state = State.DUE
            self.gateway.turns.line_up(self)

    # -- the end ---------------------------------------------------------------------------------
    def _close_if_done(self) -> None:
        """Close the connection if no operation, answer or line is left after the end of input."""
        if self.state is State.READY and not self.gateway.bridge.awaits_answers(self.session):
            self.outgoing.flush()
            if not self.outgoing.waiting:
                self.transport.close()

    def _close_because(self, reason: str) -> None:
        """Send the reason and close the connection, at the latest after CLOSE_TIMEOUT seconds."""
        self.outgoing.send(status_line("error", reason))
        self.transport.close()
        self.gateway.loop.call_later(CLOSE_TIMEOUT, self.transport.abort)
