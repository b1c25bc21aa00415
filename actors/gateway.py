"""The gateway: connects the clients of the socket, TCP or WebSocket, with the actors.

It serves nothing itself. It receives every publication, passes it on to the clients that subscribe
to the topic, and turns the operations of clients into calls and publications to actors. The bridge
in protocol/ decides what each operation leads to.

When the gateway dies, all connections, subscriptions and pending calls of clients are lost. Only
the fact that it has printed its greeting survives. The listening socket stays open in the other
processes, so new connections wait there until the successor accepts them.
"""

import asyncio
import gc
import os
import signal
import socket
from contextlib import suppress
from functools import partial
from queue import Empty
from typing import Any

from actors.door import samples
from actors.door.clients import Clients
from actors.door.dispatch import Dispatch
from actors.door.encoder import LazyEncoder
from actors.door.entrance import Entrance
from actors.door.extras import HOW_TO_GET_WEBSOCKET, has_websocket
from actors.door.held import Held
from actors.door.once import Once
from actors.door.tcp import TcpClient
from actors.door.timer import Alarm, Timer
from actors.door.turns import Turns
from actors.door.writers import Writers
from actors.kernel.actor import Actor
from actors.kernel.asks import Reply
from actors.kernel.letters import Health, Letter, Notice, Publication, unpacked
from actors.kernel.lines import LineWriter
from actors.kernel.loop import HealthReports, Loop
from actors.kernel.process import CannotServe, in_one_line
from protocol import names
from protocol.bridge import Bridge
from protocol.effects import error, warnings

GARBAGE = 500_000  # new objects until the garbage collector runs
PULSE = 0.05  # s between checks of deadlines, and between signs of life
LOADING = 5.0  # s that a part of a package may take, from a slow disk on a busy machine
SOON = 0.002  # s, the shortest time between two checks of throttled messages
LETTERS = 0.005  # s for reading letters that wait, before they are handled


class Gateway(Actor):
    """Runs on asyncio instead of the loop of the kernel, and flushes after every round."""

    name = names.GATEWAY
    receives_all = True
    essential = True
    settings = ("listener", "strict_advertise", "allow_override", "origins", "greeting")
    listener: socket.socket  # bound before the first fork, shared by all incarnations
    strict_advertise = False
    allow_override = False
    origins: frozenset[str] = frozenset()  # of web pages that may connect besides our own
    greeting = ""

    def begin(self, saved: Any) -> None:
        owner = {service: route.owner for service, route in self.registry.routes.items()}
        in_order = {name for name, entry in self.registry.entries.items() if entry.in_order}
        self._encoder = LazyEncoder()
        self._load_at = 0.0  # s, monotonic: when the encoder may load more
        self.bridge = Bridge(
            owner,
            in_order,
            self.strict_advertise,
            self.allow_override,
            self.registry.nodes,
            self._encoder,
        )
        self.clients = Clients()
        self.carry_out = Dispatch(self, self.bridge, self.clients).carry_out
        self._once = Once()
        self._reports = HealthReports(self)
        self._greeted = bool(saved)

    def state(self) -> Any:
        return self._greeted

    # -- start -----------------------------------------------------------------------------------
    def run(self) -> None:
        # The garbage collector looks for cycles, which decoded JSON never has. With its usual
        # threshold, decoding a long message would take three times as long.
        gc.set_threshold(GARBAGE)
        asyncio.run(self._live())

    async def _live(self) -> None:
        self.attach(asyncio.get_running_loop())
        self._failed: asyncio.Future[None] = self.loop.create_future()
        self.loop.set_exception_handler(self._on_exception)
        self.loop.add_signal_handler(signal.SIGTERM, self._stop)
        self.loop.add_reader(self.mailbox.fileno(), self._take_letters)
        self._pulse()
        # Clients may call the arm at once, so they can connect only after it has answered.
        self.ask(names.SET_PARAMS, {}, self._accept_clients)
        self.flush()
        await self._failed

    def attach(self, loop: asyncio.AbstractEventLoop) -> None:
        """Called at the start, and by tests: make the objects that need the event loop."""
        self.loop = loop
        self.turns = Turns(loop, self.flush)
        self.writers = Writers(loop)
        self.held = Held(loop, self.outbox.crowded)
        self._retry = Timer(loop, Loop.RETRY, self.flush)
        self._release = Alarm(loop, self._release_throttled)
        self._load = Alarm(loop, self._load_more)
        self._fail = Timer(loop, 0.0, self._fail_calls)

    def _stop(self) -> None:
        """Called when the runtime stops: tell the clients that expect to be told."""
        self.clients.leave()
        os._exit(0)

    def _on_exception(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Called by asyncio for an unhandled exception.

        A bug in the code of one connection closes that connection. Any other ends the gateway.
        """
        bug = context.get("exception") or RuntimeError(context["message"])
        transport = context.get("transport")  # of a client, or None
        if transport is not None:
            self.log.error(f"a client was dropped: {in_one_line(bug)}")
            transport.abort()
        elif not self._failed.done():
            self._failed.set_exception(bug)

    def _accept_clients(self, reply: Reply) -> None:
        """Called with the answer of the arm: listen for clients, or ask again if there is none."""
        if not reply.result:
            self.ask(names.SET_PARAMS, {}, self._accept_clients)
            return
        try:
            Entrance(self.loop, self.listener, partial(TcpClient, self), self.log).open()
        except OSError as problem:  # another runtime has bound the port at the same time
            port = self.listener.getsockname()[1]
            raise CannotServe(f"port {port} cannot be used: {problem.strerror}") from None
        if not self._greeted:
            self._greet()

    def _greet(self) -> None:
        self._greeted = True
        if not has_websocket():
            self.log.warning(HOW_TO_GET_WEBSOCKET)
        standard_output = LineWriter(1)
        standard_output.write(self.greeting.encode())
        standard_output.close()
        self.commit()

    def health(self) -> Health:
        sessions = self.bridge.sessions.values()
        calls = {"calls_in_flight": sum(session.calls_in_flight for session in sessions)}
        return Health(self.name, "", self.clients.figures() | calls)

    # -- rounds ----------------------------------------------------------------------------------
    def _take_letters(self) -> None:
        self.take(0)
        self.flush()

    def _take_packet(self, timeout: float) -> None:
        """Handle all letters that wait, as far as they can be read in LETTERS s.

        Between two calls, asyncio handles all sockets that have something to read, and accepts
        connections. While many clients connect, that takes longer than an actor takes to send the
        next letters. So they would pile up if only one packet were handled.
        """
        letters = unpacked(self.mailbox.get(timeout))
        end = self.clock() + LETTERS
        with suppress(Empty):
            while not self.mailbox.empty() and self.clock() < end:
                letters += unpacked(self.mailbox.get(0))
        for letter in samples.without_old(letters):
            self.receive(letter)

    def _pulse(self) -> None:
        now = self.clock()
        self.entry.beat(now)
        self.take(0)
        self.bridge.services.expire(now)
        self._reports.publish_if_due(now)
        self.flush()
        self.loop.call_later(PULSE, self._pulse)

    def _release_throttled(self) -> None:
        self.carry_out(self.bridge.topics.release(self.clock()))
        self.flush()

    def _fail_calls(self) -> None:
        """Answer some of the calls whose provider is gone or late; flush goes on with the rest."""
        self.carry_out(self.bridge.services.fail_some())
        self.flush()

    def _load_more(self) -> None:
        """Let the encoder load a part, and then nothing for as long as that took."""
        begun = self.clock()
        self.entry.beat(begun, LOADING)
        if self._encoder.is_loading:
            self._encoder.load_more()
        now = self.clock()
        self._load_at = now + (now - begun)
        self.clients.go_on()
        self.flush()

    def flush(self) -> None:
        """Called at the end of every round of turns or letters: send the lines and letters.

        It needs no commit, since the gateway saves nothing about its clients.
        """
        topics = self.bridge.topics
        self.clients.flush()
        excess = self.bridge.budget.excess()
        if excess:
            self.log.warning(f"a client is cut off: {excess[1]}")
            self.clients.cut_off(*excess)
        if topics.demand_changed:
            topics.settle_demand()
            for topic in self.registry.on_demand:
                self.registry.demand(topic, topics.has_subscribers(topic))
        self.outbox.flush()
        if self.outbox:
            self._retry.start()
        if topics.next_due is not None:
            self._release.set(max(topics.next_due, self.clock() + SOON))
        if self._encoder.is_loading:
            self._load.set(self._load_at)
        if self.bridge.services.any_failing:
            self._fail.start()

    # -- letters ---------------------------------------------------------------------------------
    def receive(self, letter: Letter) -> None:
        """Handle one letter: pass publications and notices on to clients."""
        if isinstance(letter, Publication):
            if letter.once is None or self._once.is_first(letter.once):
                now = self.clock()
                self.carry_out(self.bridge.topics.deliver(letter.topic, letter.message, now))
        elif isinstance(letter, Notice):
            if letter.refused:
                text = f"{letter.topic} ignored: {letter.status}"
                self.carry_out([error(letter.session, text)])
            else:
                self.carry_out(warnings(letter.session, f"{letter.topic}: {letter.status}"))
        else:
            super().receive(letter)
