"""A bridge with clients that have names, and a clock that moves only when told to."""

import json

from protocol.bridge import Bridge, Send
from protocol.operations import read_operation
from protocol.wire import encode

BUILT_IN = {"/arm_sim/pause", "/arm_sim/set_params"}


def strict(line):
    """One line as a client reads it: strict JSON, ended by its only newline."""

    def refuse(token):
        raise AssertionError(f"{token} is not JSON")

    assert line.endswith(b"}\n") and line.count(b"\n") == 1
    return json.loads(line, parse_constant=refuse)


class Hub:
    """Every method returns what came of it: (client, object) for what a client hears, other effects as they are."""

    def __init__(self, *clients, strict_advertise=False):
        self.bridge = Bridge(BUILT_IN, strict_advertise)
        self.now = 0.0
        self.numbers = {}
        self.come(*clients)

    def come(self, *clients):
        for client in clients:
            self.numbers[client] = self.bridge.open()

    def leave(self, client):
        return self.heard(self.bridge.close(self.numbers[client]))

    def say(self, client, op, **fields):
        return self.heard(self.effects(client, op, **fields))

    def effects(self, client, op, **fields):
        return self.bridge.receive(
            self.numbers[client], read_operation({"op": op, **fields}), self.now
        )

    def deliver(self, topic, msg):
        """One of our own actors publishes."""
        return self.heard(self.bridge.deliver(topic, encode(msg), self.now))

    def pulse(self, now):
        """The clock moves on, and all that is due then happens."""
        self.now = now
        return self.heard(self.bridge.expire(now) + self.bridge.release(now))

    def heard(self, effects):
        names = {number: client for client, number in self.numbers.items()}
        return [
            (names[effect.session], strict(effect.line)) if isinstance(effect, Send) else effect
            for effect in effects
        ]


def messages(heard):
    """(client, msg) of each publication that clients heard."""
    return [
        (to[0], to[1]["msg"])
        for to in heard
        if isinstance(to[1], dict) and to[1]["op"] == "publish"
    ]
