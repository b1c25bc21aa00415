"""The gateway: owns the TCP socket, moves bytes between clients and the bridge, and letters to the actors."""

import asyncio
import os
import socket
import time
from typing import Any

from actors.actor import CONGESTED, Actor
from actors.asks import Reply
from actors.process import CannotServe, in_one_line
from protocol import limits, names
from protocol.bridge import Ask, Bridge, Effect, Send, Tell
from protocol.messages import Health, Letter, Notice, Publication
from protocol.operations import read_operation, status_line
from protocol.sendqueue import SendQueue
from protocol.wire import Malformed, RosbridgeStream, encode

BACKLOG = 1024                          # connections that may wait to be accepted
PULSE = 0.05                            # s between looks at deadlines
RELEASE = 0.002                         # s between looks at throttled topics, while any message is held back
MARKS = 1000                            # remembered, of publications to be delivered once
TURN = 0.002                            # s for the operations of one client before the others have a turn
SOCKET_BUFFER = 64 * 1024               # bytes given to the socket at most before our own queue holds the rest


class Gateway(Actor):
    """Keeps nothing of its clients over its death: they reconnect, and the kernel keeps them waiting meanwhile."""

    name = names.GATEWAY
    hears = {names.EVERY_TOPIC: "publication"}
    wants_text = True
    listener: socket.socket             # bound before the first fork, shared by all lives
    strict_advertise = False
    greeting = ""

    def begin(self, saved: Any) -> None:
        self.bridge = Bridge(self.registry.owner, self.strict_advertise)
        self.clients: dict[int, Client] = {}
        self._retry_due = self._release_due = False
        self._greeted = bool(saved)
        self._dropped = 0                                    # messages, of clients that have gone
        self._marks: dict[str, None] = {}                    # of publications to be delivered once, oldest first

    def state(self) -> Any:
        return self._greeted

    def run(self) -> None:
        asyncio.run(self._live())

    async def _live(self) -> None:
        self.loop = asyncio.get_running_loop()
        self._failed: asyncio.Future[None] = self.loop.create_future()
        self.loop.set_exception_handler(self._on_exception)
        self.loop.add_reader(self.mailbox.fileno(), self._mail)
        self._pulse()
        self.ask(names.SET_PARAMS, {}, self._open_doors)     # nobody comes in before the arm can answer
        self.flush()
        await self._failed

    def _on_exception(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """A bug that one client met costs that client its connection; any other ends the gateway."""
        bug, client = context.get("exception") or RuntimeError(context["message"]), context.get("protocol")
        if isinstance(client, Client):
            self.log.error(f"a client was dropped: {in_one_line(bug)}")
            client.transport.abort()
        elif not self._failed.done():
            self._failed.set_exception(bug)

    def _open_doors(self, reply: Reply) -> None:
        if not reply.result:
            self.ask(names.SET_PARAMS, {}, self._open_doors)
            return
        try:
            self.listener.listen(BACKLOG)
        except OSError as problem:      # another runtime had bound it in the same instant
            raise CannotServe(f"port {self.listener.getsockname()[1]} cannot be used: {problem.strerror}") from None
        self._server = self.loop.create_task(
            self.loop.create_server(lambda: Client(self), sock=self.listener, backlog=BACKLOG))
        if not self._greeted:
            self._greet()

    def _greet(self) -> None:
        self._greeted = True
        try:
            os.write(1, (self.greeting + "\n").encode())
        except OSError:
            pass                        # nobody reads what we print

    def health(self) -> Health:
        queues = [client.waiting for client in self.clients.values()]
        return Health(self.name, "", {
            "connections": len(queues), "waiting_bytes": sum(queue.bytes for queue in queues),
            "dropped_messages": self._dropped + sum(queue.dropped for queue in queues),
            "calls_in_flight": sum(session.in_flight for session in self.bridge.sessions.values())})

    # -- letters ---------------------------------------------------------------------------------
    def _mail(self) -> None:
        self.take(0)
        self.flush()

    def _pulse(self) -> None:
        self.registry.beat(self.name)
        now = time.monotonic()
        self.take(0)
        self.carry_out(self.bridge.expire(now))
        self.report()
        self.flush()
        self.loop.call_later(PULSE, self._pulse)

    def flush(self) -> None:
        self.commit()
        if self.outbox and not self._retry_due:
            self._retry_due = True
            self.loop.call_later(CONGESTED, self._retry)
        if self.bridge.holding and not self._release_due:
            self._release_due = True
            self.loop.call_later(RELEASE, self._release)

    def _release(self) -> None:
        self._release_due = False
        self.carry_out(self.bridge.release(time.monotonic()))
        self.flush()

    def _retry(self) -> None:
        self._retry_due = False
        self.flush()

    def receive(self, letter: Letter) -> None:
        if isinstance(letter, Notice):
            if letter.session in self.clients:
                self.clients[letter.session].send(status_line("error", f"{letter.topic} ignored: {letter.status}"))
        elif isinstance(letter, Publication):
            if letter.once is None or self._first(letter.once):
                self.carry_out(self.bridge.deliver(letter.topic, letter.message, time.monotonic()))
        else:
            super().receive(letter)

    def _first(self, mark: str) -> bool:
        """Whether a publication with this mark has not come before."""
        if mark in self._marks:
            return False
        self._marks[mark] = None
        if len(self._marks) > MARKS:
            del self._marks[next(iter(self._marks))]
        return True

    # -- effects ---------------------------------------------------------------------------------
    def carry_out(self, effects: list[Effect]) -> None:
        for effect in effects:
            match effect:
                case Send(session, line, topic, keep) if session in self.clients:
                    self.clients[session].send(line, topic, keep)
                case Ask(session, call):
                    self._ask(session, call)
                case Tell(session, topic, msg) if topic in names.COMMANDS:
                    self._tell(session, topic, msg)

    def _tell(self, session: int, topic: str, msg: Any) -> None:
        """To the actors that hear the topic; who publishes faster than they listen has to wait."""
        for to in self.registry.hearers(topic):
            if to != self.name:
                self.outbox.add(to, Publication(topic, msg, session), keep=True)
                self.outbox.flush()
                if self.outbox.crowded(to):
                    self.clients[session].hold()

    def _ask(self, session: int, call: Any) -> None:
        def then(reply: Reply) -> None:
            values = reply.values if isinstance(reply.values, bytes) else encode(reply.values)
            self.carry_out(self.bridge.conclude_built_in(session, call, reply.result, reply.status, values))
            if session in self.clients:
                self.clients[session].wake()                 # it may have waited for this one to be done

        self.ask(names.canonical(call.service), call.args, then, call.timeout or limits.BUILT_IN_TIMEOUT,
                 encoded=True)

    def forget(self, client: "Client") -> None:
        del self.clients[client.session]
        self._dropped += client.waiting.dropped


class Client(asyncio.Protocol):
    """One connection: bytes in, bytes out, and no more of either than can be held."""

    def __init__(self, gateway: Gateway):
        self.gateway = gateway
        self.stream = RosbridgeStream()
        self.waiting = SendQueue()      # lines that the socket has no room for
        self.writable = True
        self.reading = True
        self.turn_due = False
        self.held = False
        self.finished = False           # it has said its last word
        self.closed = False

    def connection_made(self, transport: Any) -> None:
        self.transport: asyncio.Transport = transport
        transport.set_write_buffer_limits(high=SOCKET_BUFFER)
        # Not left to asyncio, which sets it only where the listener was made with an explicit protocol.
        transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.session = self.gateway.bridge.open()
        self.gateway.clients[self.session] = self

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

    def data_received(self, data: bytes) -> None:
        self.stream.receive_data(data)
        self.take_turn()

    def take_turn(self) -> None:
        """Deal with some operations; come back later for the rest, so that the others have a turn."""
        self.turn_due = False
        try:
            self._take_turn()
        except Exception as bug:
            self.gateway.loop.call_exception_handler({"exception": bug, "protocol": self})
        self.gateway.flush()

    def _take_turn(self) -> None:
        end = time.monotonic() + TURN
        while not self.closed and not self.full():
            incoming = self.stream.next()
            if incoming is None:
                self.read_on(True)
                if self.finished and not self.waiting and not self.gateway.bridge.waits(self.session):
                    self.transport.close()
                break
            self.handle(incoming)
            if time.monotonic() > end:
                self.read_on(False)     # until this is done, or what is unread would pile up here
                self.wake()
                break

    def handle(self, incoming: dict[str, Any] | Malformed) -> None:
        if isinstance(incoming, Malformed):
            self.send(status_line("error", incoming.text))
            if incoming.fatal:
                self.transport.close()
                self.closed = True
        else:
            self.gateway.carry_out(self.gateway.bridge.receive(self.session, read_operation(incoming),
                                                               time.monotonic()))

    def full(self) -> bool:
        """Whether this client must wait until some of what it has asked for is done; then it is not read."""
        full = (self.held or self.waiting.bytes > limits.UNREAD_BYTES
                or self.gateway.bridge.sessions[self.session].in_flight >= limits.CALLS_IN_FLIGHT)
        if full:
            self.read_on(False)
        return full

    def hold(self) -> None:
        """Deal with no more of it for a moment."""
        self.held = True
        self.gateway.loop.call_later(CONGESTED, self.release)

    def release(self) -> None:
        self.held = False
        self.wake()

    def wake(self) -> None:
        """Come back to what is still unread, soon."""
        if not self.turn_due and not self.closed:
            self.turn_due = True
            self.gateway.loop.call_soon(self.take_turn)

    def read_on(self, reading: bool) -> None:
        if reading != self.reading and not self.finished and not self.transport.is_closing():
            self.reading = reading
            (self.transport.resume_reading if reading else self.transport.pause_reading)()

    # -- out -------------------------------------------------------------------------------------
    def send(self, line: bytes, topic: str | None = None, keep: int = 0) -> None:
        """Now, if the socket has room, as a send of its own; else in turn, or never if newer ones take its place."""
        if self.closed or self.transport.is_closing():
            return
        if self.finished:
            self.wake()                 # this may be the last that it waited for
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
        if self.finished or not self.reading:
            self.wake()


def gateway_at(listener: socket.socket, strict_advertise: bool, greeting: str) -> type[Gateway]:
    """The actor that serves on a bound socket."""
    return type("Gateway", (Gateway,), {"listener": listener, "strict_advertise": strict_advertise,
                                        "greeting": greeting})
