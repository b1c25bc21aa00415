"""One client's connection: bytes in, bytes out, and no more of either than can be held."""

import asyncio
import socket
import time
from collections import Counter
from typing import Any, Protocol

from actors.kernel.actor import Loop
from actors.kernel.log import Log
from protocol import limits
from protocol.bridge import Bridge, Effect
from protocol.operations import Operation, read_operation, status_line
from protocol.sendqueue import SendQueue
from protocol.wire import Malformed, RosbridgeStream

TURN = 0.001  # s for the operations of one client before the others have a turn
LAST_WORDS = 1.0  # s for a client to read why its connection is closed
READ_BUFFER = memoryview(bytearray(256 * 1024))
SOCKET_BUFFER = 64 * 1024  # bytes given to the socket at most before our own queue holds the rest


class Host(Protocol):
    """What a connection needs of its gateway."""

    bridge: Bridge
    loop: asyncio.AbstractEventLoop
    log: Log

    def welcome(self, client: "Connection") -> None: ...

    def forget(self, client: "Connection") -> None: ...

    def carry_out(self, effects: list[Effect]) -> None: ...

    def must_wait(self, client: "Connection", operation: Operation) -> bool: ...

    def serve_at_once(self, client: "Connection") -> None: ...

    def line_up(self, client: "Connection") -> None: ...


class Waiting:
    """In the place of an operation: it is there, and has to wait."""


class Connection(asyncio.BufferedProtocol):
    """Reads as fast as the gateway deals with it, writes as fast as the client reads."""

    def __init__(self, gateway: Host):
        self.gateway = gateway
        self.stream = RosbridgeStream()
        self.waiting = SendQueue()  # lines that the socket has no room for
        self.postponed: Operation | None = None  # one that must not overtake earlier ones
        self.asked: Counter[str] = Counter()  # calls in flight, by the actor that is asked
        self.writable = True
        self.reading = True
        self.turn_due = False
        self.held = False
        self.finished = False  # it has said its last word
        self.closed = False

    def connection_made(self, transport: Any) -> None:
        self.transport: asyncio.Transport = transport
        transport.set_write_buffer_limits(high=SOCKET_BUFFER)
        # Not left to asyncio, which sets it only where the listener was made with an explicit protocol.
        transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.session = self.gateway.bridge.open()
        self.gateway.welcome(self)

    def connection_lost(self, problem: Exception | None) -> None:
        self.closed = True
        self.gateway.forget(self)
        self.gateway.carry_out(self.gateway.bridge.close(self.session))

    # -- in --------------------------------------------------------------------------------------
    def eof_received(self) -> bool:
        """Its calls are still answered, if it wants to hear that."""
        self.finished = True
        self.gateway.carry_out(self.gateway.bridge.hear_no_more(self.session))
        self.wake()
        return True

    def get_buffer(self, sizehint: int) -> memoryview:
        """One for all: what is read into it is taken out before anything else is read."""
        return READ_BUFFER

    def buffer_updated(self, nbytes: int) -> None:
        self.stream.receive_data(READ_BUFFER[:nbytes])
        self.gateway.serve_at_once(self)

    def take_turn(self) -> None:
        """Deal with some operations; come back later for the rest, so that the others have a turn."""
        self.turn_due = False
        try:
            self._take_turn()
        except Exception as bug:
            self.gateway.loop.call_exception_handler({"exception": bug, "protocol": self})

    def _take_turn(self) -> None:
        end = time.monotonic() + TURN
        while not self.closed and not self.full():
            incoming = self._next()
            if isinstance(incoming, Waiting):
                self.read_on(False)
                break
            if incoming is None:
                self.read_on(True)
                if (
                    self.finished
                    and not self.waiting
                    and not self.gateway.bridge.waits(self.session)
                ):
                    self.transport.close()
                break
            self.handle(incoming)
            if time.monotonic() > end:
                self.read_on(False)  # until this is done, or what is unread would pile up here
                self.wake()
                break

    def _next(self) -> Operation | Malformed | Waiting | None:
        """The next operation, unless it has to wait for earlier ones to be done."""
        if self.postponed is None:
            incoming = self.stream.next()
            if not isinstance(incoming, dict):
                return incoming
            self.postponed = read_operation(incoming)
        operation = self.postponed
        if self.gateway.must_wait(self, operation):
            return Waiting()
        self.postponed = None
        return operation

    def handle(self, incoming: Operation | Malformed) -> None:
        if isinstance(incoming, Malformed):
            self.send(status_line("error", incoming.text))
            if incoming.fatal:
                self.closed = True
                self.transport.close()  # once it has read that, if it does
                self.gateway.loop.call_later(LAST_WORDS, self.transport.abort)
        else:
            self.gateway.carry_out(
                self.gateway.bridge.receive(self.session, incoming, time.monotonic())
            )

    def full(self) -> bool:
        """Whether this client must wait until some of what it has asked for is done; then it is not read."""
        full = (
            self.held
            or self.waiting.bytes > limits.UNREAD_BYTES
            or self.gateway.bridge.sessions[self.session].in_flight >= limits.CALLS_IN_FLIGHT
        )
        if full:
            self.read_on(False)
        return full

    def hold(self) -> None:
        """Deal with no more of it for a moment."""
        self.held = True
        self.gateway.loop.call_later(Loop.RETRY, self.release)

    def release(self) -> None:
        self.held = False
        self.wake()

    def go_on(self) -> None:
        """One of its calls is done; it may have waited for that."""
        if self.finished or not self.reading:
            self.wake()

    def wake(self) -> None:
        """Deal with what is there, when it is this client's turn."""
        if not self.turn_due and not self.closed:
            self.turn_due = True
            self.gateway.line_up(self)

    def read_on(self, reading: bool) -> None:
        if reading != self.reading and not self.finished and not self.transport.is_closing():
            self.reading = reading
            (self.transport.resume_reading if reading else self.transport.pause_reading)()

    # -- out -------------------------------------------------------------------------------------
    def send(self, line: bytes, topic: str | None = None, keep: int = 0) -> None:
        """Now, if the socket has room, as a send of its own; else in turn, or never if newer ones take its place.

        Of a client that reads too slowly up to SOCKET_BUFFER may go out in one send.
        """
        if self.closed or self.transport.is_closing():
            return
        if self.finished:
            self.wake()  # this may be the last that it waited for
        if self.writable and not self.waiting:
            self.transport.write(line)
        elif self.waiting.bytes > limits.CUT_OFF_BYTES:
            self.gateway.log.warning("a client that does not read is cut off")
            self.closed = True
            self.transport.abort()
        else:
            self.waiting.push(line, topic, keep)

    def pause_writing(self) -> None:
        self.writable = False

    def resume_writing(self) -> None:
        self.writable = True
        while self.writable and self.waiting and not self.transport.is_closing():
            self.transport.write(self.waiting.pop())
        self.go_on()
