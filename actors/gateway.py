"""The gateway: owns the TCP socket, and moves operations between clients, the bridge and the actors."""

import asyncio
import errno
import socket
import time
from collections import deque
from typing import Any

from actors.door.connection import Connection
from actors.kernel.actor import Actor, HealthReports, Loop
from actors.kernel.asks import Reply
from actors.kernel.letters import Health, Letter, Notice, Publication
from actors.kernel.lines import LineWriter
from actors.kernel.process import CannotServe, in_one_line
from actors.kernel.service import Order
from protocol import limits, names
from protocol.bridge import Ask, Bridge, Effect, Send, Tell
from protocol.fields import show
from protocol.operations import CallService, Operation, Subscribe, status_line
from protocol.wire import encode

NO_MORE = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)  # asyncio tries again by itself
BACKLOG = 1024  # connections that may wait to be accepted
ROUND = 0.005  # s for the operations of all clients before letters have a turn
PULSE = 0.05  # s between looks at deadlines
RELEASE = 0.002  # s between looks at throttled topics, while any message is held back
MARKS = 1000  # remembered, of publications to be delivered once


class Gateway(Actor):
    """Keeps nothing of its clients over its death: they reconnect, and the kernel keeps them waiting meanwhile."""

    name = names.GATEWAY
    receives_all = True
    essential = True
    settings = ("listener", "strict_advertise", "greeting")
    listener: socket.socket  # bound before the first fork, shared by all lives
    strict_advertise = False
    greeting = ""

    def begin(self, saved: Any) -> None:
        self.bridge = Bridge(self.registry.routes, self.strict_advertise)
        self.clients: dict[int, Connection] = {}
        self._ready: deque[Connection] = deque()  # those who have something to be dealt with
        self._serving = self._retry_due = self._release_due = False
        self._greeted = bool(saved)
        self._dropped = 0  # messages, of clients that have gone
        self._reports = HealthReports(self)
        self._marks: dict[str, None] = {}  # of publications to be delivered once, oldest first

    def state(self) -> Any:
        return self._greeted  # saved once, when that is done

    def run(self) -> None:
        asyncio.run(self._live())

    async def _live(self) -> None:
        self.loop = asyncio.get_running_loop()
        self._failed: asyncio.Future[None] = self.loop.create_future()
        self.loop.set_exception_handler(self._on_exception)
        self.loop.add_reader(self.mailbox.fileno(), self._mail)
        self._pulse()
        self.ask(
            names.SET_PARAMS, {}, self._open_doors
        )  # nobody comes in before the arm can answer
        self.flush()
        await self._failed

    def _on_exception(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """A bug that one client met costs that client its connection; any other ends the gateway."""
        bug = context.get("exception") or RuntimeError(context["message"])
        client = context.get("protocol")
        if isinstance(bug, OSError) and bug.errno in NO_MORE:
            self.log.warning(f"no more connections can be accepted for now: {bug.strerror}")
        elif isinstance(client, Connection):
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
        except OSError as problem:  # another runtime had bound it in the same instant
            raise CannotServe(
                f"port {self.listener.getsockname()[1]} cannot be used: {problem.strerror}"
            ) from None
        self._server = self.loop.create_task(
            self.loop.create_server(lambda: Connection(self), sock=self.listener, backlog=BACKLOG)
        )
        if not self._greeted:
            self._greet()

    def _greet(self) -> None:
        self._greeted = True
        standard_output = LineWriter(1)
        standard_output.write(self.greeting.encode())
        standard_output.close()
        self.commit()

    def health(self) -> Health:
        queues = [client.waiting for client in self.clients.values()]
        return Health(
            self.name,
            "",
            {
                "connections": len(queues),
                "waiting_bytes": sum(queue.bytes for queue in queues),
                "dropped_messages": self._dropped + sum(queue.dropped for queue in queues),
                "calls_in_flight": sum(
                    session.in_flight for session in self.bridge.sessions.values()
                ),
            },
        )

    # -- turns -----------------------------------------------------------------------------------
    def serve_at_once(self, client: Connection) -> None:
        """A turn now, if nobody waits for one; else soon."""
        if self._ready:
            client.wake()
        else:
            client.take_turn()
            self.flush()

    def line_up(self, client: Connection) -> None:
        """The client has a turn soon."""
        self._ready.append(client)
        self._serve_soon()

    def _serve_soon(self) -> None:
        if not self._serving:
            self._serving = True
            self.loop.call_soon(self._serve_clients)

    def _serve_clients(self) -> None:
        """One turn each, in the order in which they came, as far as a round goes; then letters have a turn."""
        self.entry.beat(self.clock())
        end = time.monotonic() + ROUND
        while self._ready and time.monotonic() < end:
            self._ready.popleft().take_turn()
        self._serving = False
        self.flush()
        if self._ready:
            self._serve_soon()

    # -- clients ---------------------------------------------------------------------------------
    def welcome(self, client: Connection) -> None:
        self.clients[client.session] = client

    def forget(self, client: Connection) -> None:
        del self.clients[client.session]
        self._dropped += client.waiting.dropped

    # -- letters ---------------------------------------------------------------------------------
    def _mail(self) -> None:
        self.take(0)
        self.flush()

    def _pulse(self) -> None:
        self.entry.beat(self.clock())
        now = time.monotonic()
        self.take(0)
        self.carry_out(self.bridge.expire(now))
        self._reports.publish_if_due(now)
        self.flush()
        self.loop.call_later(PULSE, self._pulse)

    def flush(self) -> None:
        if self.bridge.demand_changed:
            self.bridge.demand_changed = False
            for topic in self.registry.on_demand:
                self.registry.demand(topic, self.bridge.has_subscribers(topic))
        self.outbox.flush()  # it keeps nothing, so there is nothing to commit
        if self.outbox and not self._retry_due:
            self._retry_due = True
            self.loop.call_later(Loop.RETRY, self._retry)
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
                self.clients[letter.session].send(
                    status_line("error", f"{letter.topic} ignored: {letter.status}")
                )
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
                    self._call(session, call)
                case Tell(session, topic, msg) if topic in names.COMMANDS:
                    self._tell(session, topic, msg)

    def _tell(self, session: int, topic: str, msg: Any) -> None:
        """To the actors that hear the topic; who publishes faster than they listen has to wait."""
        for to in self.registry.subscribers(topic):
            if to != self.name:
                self.outbox.add(to, Publication(topic, msg, session), keep=True)
                self.outbox.flush()
                if self.outbox.crowded(to):
                    self.clients[session].hold()

    def must_wait(self, client: Connection, operation: Operation) -> bool:
        """Whether it must not overtake earlier calls of its client that are not yet answered."""
        if not self.bridge.sessions[client.session].in_flight:
            return False
        if isinstance(
            operation, Subscribe
        ):  # the first state is of after what was asked for before it
            arm = self.registry.routes[names.RESET].owner
            return names.canonical(operation.topic) in names.OF_THE_ARM and client.asked[arm] > 0
        if not isinstance(operation, CallService):
            return False
        service = names.canonical(operation.service)
        if service in names.URGENT or not self.bridge.is_built_in(service):
            return False
        actor = self.registry.routes[service].owner
        order = self.registry[actor].order
        if order is Order.NONE:
            return False
        return any(
            count
            and self.registry[other].order is not Order.NONE
            and (other != actor or order is Order.ONE_BY_ONE)
            for other, count in client.asked.items()
        )

    def _call(self, session: int, call: CallService) -> None:
        """The actor that serves it. Arguments that are no object are refused, with what an empty request echoes."""
        refusal = (
            "" if isinstance(call.args, dict) else f"args must be an object, got {show(call.args)}"
        )
        service = names.canonical(call.service)
        if refusal and not self.registry.routes[service].repeatable({}):
            self.carry_out(self.bridge.conclude_built_in(session, call, False, refusal, b"{}"))
            return
        client = self.clients[session]
        actor = self.registry.routes[service].owner
        client.asked[actor] += 1

        def then(reply: Reply) -> None:
            client.asked[actor] -= 1
            values = reply.values if isinstance(reply.values, bytes) else encode(reply.values)
            result, status = (False, refusal) if refusal else (reply.result, reply.status)
            self.carry_out(self.bridge.conclude_built_in(session, call, result, status, values))
            client.go_on()

        self.ask(
            service,
            {} if refusal else call.args,
            then,
            call.timeout or limits.BUILT_IN_TIMEOUT,
            encoded=True,
        )
