"""A bridge with clients that have names, and a clock that moves only when told to."""

import json

from protocol.bridge import Bridge
from protocol.effects import Answer, Send, Status
from protocol.operations import read_operation
from protocol.wire import encode

OWNER = {"/arm_sim/pause": "arm_sim", "/arm_sim/set_params": "arm_sim"}
IN_ORDER = {"arm_sim"}
PAUSE = "/arm_sim/pause"  # one of our own
IDS = [7, 0, -1.5, "", "a", True, False, None, [], {}, [1, "a"], {"k": 1}]


def strict(line):
    """One line as a client reads it: strict JSON, ended by its only newline."""

    def refuse(token):
        raise AssertionError(f"{token} is not JSON")

    assert line.endswith(b"}\n") and line.count(b"\n") == 1
    return json.loads(line, parse_constant=refuse)


def whole(effect):
    """The line of an effect, with the rest of a long answer."""
    return effect.line + b"".join(getattr(effect, "rest", ()))


class Hub:
    """Every method returns its effects: (client, object) for a line, other effects as they are."""

    def __init__(
        self,
        *clients,
        strict_advertise=False,
        override=False,
        owner=OWNER,
        in_order=IN_ORDER,
        nodes=None,
    ):
        self.bridge = Bridge(owner, in_order, strict_advertise, override, nodes)
        self.now = 0.0
        self.numbers = {}
        self.come(*clients)

    def come(self, *clients):
        for client in clients:
            self.numbers[client] = self.bridge.open()

    def session(self, client):
        return self.bridge.sessions[self.numbers[client]]

    def leave(self, client):
        self.bridge.close(self.numbers[client])
        return self.heard(self.failures())

    def say(self, client, op, **fields):
        return self.heard(self.effects(client, op, **fields))

    def effects(self, client, op, **fields):
        """The effects as they are; None if the operation must wait."""
        return self.bridge.receive(
            self.numbers[client], read_operation({"op": op, **fields}), self.now
        )

    def answer(self, asked, result=True, status="", values=b"{}"):
        """One of our own actors answers a call."""
        return self.heard(self.bridge.services.answered(asked, result, status, values))

    def deliver(self, topic, msg):
        """One of our own actors publishes."""
        return self.heard(self.bridge.topics.deliver(topic, encode(msg), self.now))

    def pulse(self, now):
        """Move the clock on and do all that is due then."""
        self.now = now
        self.bridge.services.expire(now)
        return self.heard(self.failures() + self.bridge.topics.release(now))

    def failures(self):
        """All answers to calls that nobody will answer."""
        effects = []
        while self.bridge.services.any_failing:
            effects += self.bridge.services.fail_some()
        return effects

    def heard(self, effects):
        names = {number: client for client, number in self.numbers.items()}
        return [
            (names[effect.session], strict(whole(effect)))
            if isinstance(effect, (Send, Answer))
            else effect
            for each in effects
            for effect in (self.bridge.tell(each) if isinstance(each, Status) else [each])
        ]


def messages(heard):
    """(client, msg) of each publication that clients are sent."""
    return [
        (to[0], to[1]["msg"])
        for to in heard
        if isinstance(to[1], dict) and to[1]["op"] == "publish"
    ]


def providing(*providers, service="/s", callers=("ann",), override=False):
    """Clients of these names provide the service, the last one newest; others may call it."""
    hub = Hub(*callers, *providers, override=override)
    for provider in providers:
        hub.say(provider, "advertise_service", service=service)
    return hub


def forwarded(hub, caller="ann", **fields):
    """Call /s; who is asked, and the id it has to answer under."""
    [(provider, line)] = hub.say(caller, "call_service", **{"service": "/s"} | fields)
    assert line["op"] == "call_service"
    return provider, line["id"]


def answer(hub, provider, token, **fields):
    complete = {"service": "/s", "id": token, "values": {}, "result": True}
    return hub.say(provider, "service_response", **complete | fields)
