"""Stands in for asyncio and the gateway, so that connections can be tested without a socket."""

import math
from collections.abc import Callable
from typing import NamedTuple

from actors.door.clients import Clients
from actors.door.connection import Connection
from actors.door.held import Held
from actors.door.turns import Turns
from actors.door.writers import Writers
from actors.kernel.log import Log
from protocol.bridge import Bridge
from protocol.effects import Answer, CallActor, PublishToActors, Status
from protocol.stream import RosbridgeStream

OWNER = {"/arm_sim/reset": "arm", "/ik_action/send_goal": "goals"}
IN_ORDER = {"arm"}


class Loop:
    """Notes what is due, and does it when told to."""

    def __init__(self):
        self.soon = []
        self.later = []
        self.bugs = []
        self.clock = lambda: math.inf  # what is due at a time is due soon

    def call_soon(self, function, *args):
        self.soon.append(function)

    def call_later(self, seconds, function, *args):
        queue = self.later if seconds else self.soon
        queue.append(function)
        return Handle(math.inf, function, queue)

    def call_at(self, when, function):
        queue = self.soon if when <= self.clock() else self.later
        queue.append(function)
        return Handle(when, function, queue)

    def call_exception_handler(self, context):
        self.bugs.append(context["exception"])

    def run(self):
        """All that is due soon, and what comes of it."""
        while self.soon:
            self.soon.pop(0)()

    def wait(self):
        """All that is due later, once."""
        due = self.later
        self.later = []
        for function in due:
            function()


class Hands:
    """Stands in for the module time: a clock that moves on with every look at it, or by leaps."""

    def __init__(self, step=0.0):
        self.now = 100.0
        self.step = step

    def monotonic(self):
        self.now += self.step
        return self.now


class Handle(NamedTuple):
    """Stands in for the handle of a timer."""

    time: float
    function: Callable[[], None]
    queue: list

    def when(self):
        return self.time

    def cancel(self):
        if self.function in self.queue:
            self.queue.remove(self.function)


class Transport:
    """Notes every write, and whether it is read."""

    def __init__(self):
        self.writes = []
        self.reading = True
        self.closed = False
        self.aborted = False
        self.half_closed = False

    def write(self, data):
        assert not self.half_closed
        self.writes.append(data)

    def is_closing(self):
        return self.closed

    def write_eof(self):
        self.half_closed = True

    def close(self):
        self.closed = True

    def abort(self):
        self.closed = True
        self.aborted = True

    def pause_reading(self):
        self.reading = False

    def resume_reading(self):
        self.reading = True


class Host:
    """A gateway without actors: calls of them are noted, and answered when told to."""

    def __init__(self):
        self.loop = Loop()
        self.log = Log("door")
        self.bridge = Bridge(OWNER, IN_ORDER)
        self.clients = Clients()
        self.turns = Turns(self.loop, self.flush)
        self.writers = Writers(self.loop)
        self.held = Held(self.loop, lambda actor: self.crowded)
        self.asked = []
        self.origins = frozenset()
        self.crowded = False  # whether actors take no more publications

    def connect(self):
        return Connection(self, Transport(), RosbridgeStream())

    def carry_out(self, effects):
        for effect in effects:
            if isinstance(effect, CallActor):
                self.asked.append(effect)
            elif isinstance(effect, Answer):
                self.clients.answer(effect)
            elif isinstance(effect, PublishToActors):
                if self.crowded:
                    self.clients.hold(effect.session, "arm")
            elif isinstance(effect, Status):
                self.carry_out(self.bridge.tell(effect))
            else:
                self.clients.send(effect)

    def answer(self, count=1):
        """Answer the oldest calls in one round of letters."""
        for _ in range(count):
            self.carry_out(self.bridge.services.answered(self.asked.pop(0), True, "", b"{}"))
        self.flush()

    def flush(self):
        self.clients.flush()
