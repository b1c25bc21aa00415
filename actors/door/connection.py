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
    HELD      wait until an actor has room              DUE when it has room
    CLOSED    are dropped, since the connection ends    none

If no other connection waits for a turn, a READY connection that receives bytes is SERVED at once.

Reading. In READY the gateway reads from the socket. When a turn ends in DUE, WAITING or HELD, it
stops reading until a later turn ends in READY. Meanwhile the data that the client sends stays in
the buffers of the operating system. When a client closes its sending half (`ended`), its earlier
calls are still answered. The gateway closes such a connection when it is READY, no call waits for
an answer, and all lines have been sent.

The gateway may also hang up: it sends what waits, closes its own sending half, and ignores what
still arrives until the client closes, too. So the client can read why, whatever it is sending.

The stream and the outgoing lines are those of raw TCP at first. actors/door/arrival.py replaces
them when the first bytes are not JSON.

Writing does not depend on the state: see actors/door/outgoing.py.
"""

import asyncio
import time
from collections.abc import Callable
from enum import Enum
from functools import partial

from actors.door.host import Host, Stream
from actors.door.outgoing import Outgoing
from protocol import limits
from protocol.operations import NO_ID, Invalid, Operation, read_operation
from protocol.wire import Malformed

TURN = 0.001  # s, the longest turn of one client
CLOSE_TIMEOUT = 1.0  # s that a client has to read why its connection is closed


class State(Enum):
    """The states in the table above."""

    READY = 0
    DUE = 1
    SERVED = 2
    WAITING = 3
    HELD = 4
    CLOSED = 5


class Connection:
    """Passes the operations of one client to its session in the bridge, and lines to its socket.

    transport   the socket, as asyncio wraps it
    stream      turns the bytes of the client into JSON objects
    """

    outgoing: Outgoing

    def __init__(self, gateway: Host, transport: asyncio.Transport, stream: Stream):
        self.gateway = gateway
        self.transport = transport
        self.stream = stream
        self.session = gateway.bridge.open()
        self.account = gateway.bridge.sessions[self.session].account
        self.outgoing = Outgoing(transport, self.account, self.line_up_to_write())
        self.state = State.READY
        self.ended = False
        self.hung_up = False
        self._postponed: Operation | None = None  # the operation that waits for earlier calls
        self._input_bytes = 0  # of the stream, as counted in the account
        gateway.clients.add(self)

    def line_up_to_write(self) -> Callable[[], None]:
        """Return a function that asks for a turn to write."""
        return partial(self.gateway.writers.line_up, self)

    # -- events of the socket --------------------------------------------------------------------
    def receive(self, data: memoryview) -> None:
        """Called when the client has sent some bytes."""
        if self.state is State.CLOSED:
            return
        self.stream.receive_data(data)
        self.gateway.turns.at_once(self)
        if self.state is State.DUE:
            self.transport.pause_reading()

    def end(self) -> None:
        """Called when the client has closed its sending half."""
        self.ended = True
        if self.hung_up:
            if not self.outgoing.waiting:
                self.transport.close()
            return
        self.gateway.bridge.end_of_input(self.session)
        self.gateway.flush()
        self.wake()

    def has_room(self) -> None:
        """Called when the socket has room again: go on with the waiting lines."""
        self.outgoing.resume()
        self.go_on()

    def write_piece(self) -> bool:
        """Called when it is our turn to write: write a piece, and return whether there is more."""
        more = self.outgoing.write_piece()
        if not self.outgoing.waiting:
            if self.hung_up:
                self._close_half()
            self.go_on()
        return more

    def lost(self) -> None:
        """Called once when the socket is closed: end the session."""
        self.state = State.CLOSED
        self.stream.clear()
        self.outgoing.close()
        self.gateway.clients.remove(self)
        self.gateway.carry_out(self.gateway.bridge.close(self.session))
        self.gateway.flush()

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
            self.gateway.loop.call_exception_handler(
                {"exception": bug, "transport": self.transport}
            )

    def _serve(self) -> State:
        """Handle operations one after the other, and return the state after the turn."""
        now = time.monotonic()
        end = now + TURN
        while now < end:
            if self.hung_up or self.transport.is_closing():
                return State.CLOSED
            if self.outgoing.waiting.bytes > limits.UNREAD_BYTES:
                return State.WAITING
            operation = self._next_operation()
            if operation is None:
                closed = self.hung_up or self.transport.is_closing()
                return State.CLOSED if closed else State.READY
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
        """Return the postponed operation, or the next one in the stream, or None.

        None means that the next operation is incomplete, or that the bytes are wrong in a way that
        makes further reading impossible. In the second case the connection is closed.
        """
        if self._postponed is not None:
            operation = self._postponed
            self._postponed = None
            return operation
        incoming = self.stream.next()
        if isinstance(incoming, dict):
            return read_operation(incoming, self.stream.size)
        if not isinstance(incoming, Malformed):
            return incoming
        if incoming.fatal:
            self.close_after(self.stream.goodbye(incoming.text))
            return None
        return Invalid(incoming.text, NO_ID)

    def _enter(self, state: State) -> None:
        """Enter the state after a turn: ask for the next turn, and read or stop reading."""
        self.state = state
        if state is State.CLOSED:
            return
        self._count_input()
        if state is State.DUE:
            self.gateway.turns.line_up(self)
        if self.ended:
            self._close_if_done()
        elif state is State.READY:
            self.transport.resume_reading()
        else:
            self.transport.pause_reading()

    def _count_input(self) -> None:
        """Count the bytes that the stream keeps."""
        self.account.add(len(self.stream) - self._input_bytes)
        self._input_bytes = len(self.stream)

    def hold(self, actor: str) -> None:
        """Called by the gateway during a turn: handle nothing more until an actor has room."""
        if self.state is State.SERVED:
            self.state = State.HELD
            self.gateway.held.add(self, actor)

    def release(self) -> None:
        """Called when the actor has room."""
        if self.state is State.HELD:
            self.state = State.DUE
            self.gateway.turns.line_up(self)

    def replace_stream(self, stream: Stream, outgoing: Outgoing | None = None) -> None:
        """Called when it is known what the client speaks. The next bytes go to the new stream."""
        self.stream.clear()
        self.stream = stream
        if outgoing is not None:
            self.outgoing.close()
            self.outgoing = outgoing

    # -- the end ---------------------------------------------------------------------------------
    def _close_if_done(self) -> None:
        """Close the connection if no operation, answer or line is left after the end of input."""
        if self.state is State.READY and not self.gateway.bridge.awaits_answers(self.session):
            self.outgoing.flush()
            if not self.outgoing.waiting:
                self.transport.close()

    def cut_off(self, reason: str) -> None:
        """Called by the gateway when too much is kept for this client: free it and close.

        A client that does not read is not told the reason, since a line may be partly written.
        """
        does_not_read = bool(self.outgoing.waiting)
        self.outgoing.waiting.clear()
        goodbye = self.stream.goodbye(reason)
        self.stream.clear()
        self._count_input()
        if self.state is State.CLOSED or does_not_read:
            self.transport.abort()
        else:
            self.close_after(goodbye)
        self.state = State.CLOSED

    def close_after(self, goodbye: bytes) -> None:
        """Send the last bytes and close the connection, at the latest after CLOSE_TIMEOUT s."""
        self.outgoing.write_raw(goodbye)
        self.hang_up()

    def hang_up(self, within: float = CLOSE_TIMEOUT) -> None:
        """Close the connection when what waits is sent and the client closes, too, or within s.

        Nothing more is carried out or sent.
        """
        self.hung_up = True
        self.state = State.CLOSED
        self.outgoing.finish()
        self.stream.clear()
        self._count_input()
        if not self.outgoing.waiting:
            self._close_half()
        self.transport.resume_reading()
        self.gateway.loop.call_later(within, self.transport.abort)

    def _close_half(self) -> None:
        if self.ended:
            self.transport.close()
        else:
            self.transport.write_eof()
