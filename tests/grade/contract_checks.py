"""Checks of the envelope of messages, and of what bad input must not do."""

import contextlib
from typing import Any

from tests.grade.arm import (
    ENABLE,
    PAUSE,
    SET_GAINS,
    SET_INTEGRATOR,
    SET_PARAMS,
    STATES,
    TRAJECTORY,
    TRAJECTORY_TYPE,
    Arm,
)
from tests.grade.checks import DYNAMICS, Lost, check, must
from tests.grade.values import is_vector
from tests.grade.wire import Gone, Wire

QUERIES = (SET_PARAMS, SET_INTEGRATOR, SET_GAINS, PAUSE, ENABLE)
GARBAGE = (
    b"this is no JSON\n",
    b'{"op":"call_service","service":\n',
    b"[1,2,3]\n",
    b'"text"\n',
    b'{"op":"fly","id":"x"}\n',
    b'{"no":"op"}\n',
    b'{"op":"call_service"}\n',
    b'{"op":"subscribe"}\n',
    b"\xff\xfe\x00\x01\n",
    b"\n",
)


@check(
    "start.links_default",
    DYNAMICS,
    1,
    "a runtime that is started without ARM_SIM_LINKS simulates two links",
    "the variable is unset, not empty: look at its default",
    links=(2,),
    links_unset=True,
    fresh=True,
)
def links_default(arm: Arm) -> None:
    """Two joints in the states."""
    message = raw_state(arm)
    must(len(message["name"]) == 2, "two joint names on /joint_states", message["name"])


@check(
    "start.gravity",
    DYNAMICS,
    1,
    "gravity is 9.81 at first, and {} shows the parameters of a fresh runtime",
    "set_params must answer {} with gravity, masses and lengths",
    fresh=True,
)
def default_gravity(arm: Arm) -> None:
    """The default, and n positive masses and lengths."""
    model = arm.read_model()
    must(abs(model.gravity - 9.81) < 1e-9, "gravity 9.81", model.gravity)
    positive = all(x > 0 for x in (*model.masses, *model.lengths))
    must(positive, "masses and lengths above 0", (model.masses, model.lengths))


@check(
    "start.links",
    DYNAMICS,
    2,
    "ARM_SIM_LINKS decides the number of links, in the states and in all lists",
    "read the variable at the start, and use it everywhere",
)
def links(arm: Arm) -> None:
    """n entries everywhere."""
    message = raw_state(arm)
    for name in ("name", "position", "velocity", "effort"):
        must(len(message[name]) == arm.n, f"{arm.n} entries of {name} on {STATES}", message[name])
    arm.read_model()
    gains = arm.ok(SET_GAINS)
    for name in ("kp", "ki", "kd"):
        must(is_vector(gains.get(name), arm.n), f"{arm.n} numbers as {name}", gains)


def raw_state(arm: Arm) -> dict[str, Any]:
    """Return the next message of /joint_states as it is. Raises Lost if it has no lists."""
    arm.watch()
    queue = arm.wire.topics[STATES]
    if not arm.wait(3.0, lambda: queue):
        raise Lost(f"messages on {STATES}", "none in 3 s")
    message = queue[-1][1]
    lists = isinstance(message, dict) and all(
        isinstance(message.get(name), list) for name in ("name", "position", "velocity", "effort")
    )
    must(lists, f"{STATES} with lists name, position, velocity and effort", message)
    return dict(message)


@check(
    "envelope.fields",
    DYNAMICS,
    2,
    "each answer is a service_response with values (an object), result (true or false), status (a "
    "text), and the id and the service of the call; {} is a question, and succeeds",
    "build all answers in one place, those that refuse, too",
)
def envelope(arm: Arm) -> None:
    """Of questions, and of a request that is refused."""
    requests: list[tuple[str, dict[str, Any]]] = [(service, {}) for service in QUERIES]
    requests.append((SET_PARAMS, {"gravity": -1.0}))
    for service, args in requests:
        answer = arm.call(service, args)
        raw = answer.raw
        must(isinstance(raw.get("values"), dict), "values to be an object", raw)
        must(isinstance(raw.get("result"), bool), "result to be true or false", raw)
        must(isinstance(raw.get("status"), str), "status to be a string", raw)
        must(raw.get("service") == service, f"the service {service}", raw)
        must(answer.result is not bool(args), f"{service} {args} with {not args}", raw)


@check(
    "envelope.id",
    DYNAMICS,
    1,
    "the id of a call comes back as it was sent: the same text, or the same number",
    "ids are any JSON values; do not convert them",
)
def ids(arm: Arm) -> None:
    """Texts and numbers, each answered once."""
    for id in ("a", "call_service:/x:1", 7, 123456789):
        answer = arm.call(SET_PARAMS, {}, id=id)
        same = type(answer.raw.get("id")) is type(id) and answer.raw.get("id") == id
        must(same, f"the id {id!r}", answer.raw)
    arm.wait(0.2)
    must(not arm.wire.repeated, "one answer for each call", f"again: {arm.wire.repeated}")


@check(
    "envelope.many",
    DYNAMICS,
    1,
    "calls that are sent at once, or cut into pieces on their way, are each answered once",
    "TCP is a stream: a read may return half a line, or several lines",
)
def many(arm: Arm) -> None:
    """Fifty calls in one write, and one call in three writes."""
    texts = []
    for k in range(50):
        arm.wire.awaited.add(f'"many-{k}"')
        texts.append(f'{{"op":"call_service","service":"{SET_PARAMS}","id":"many-{k}"}}\n')
    arm.wire.send_bytes("".join(texts).encode())
    count = len(arm.wire.awaited)
    arm.wait(arm.memory.patience, lambda: len(arm.wire.answers) >= count)
    got = len(arm.wire.answers)
    must(got == 50, "50 answers to 50 calls that were sent in one write", f"{got}")
    arm.wire.awaited.add('"cut"')
    line = f'{{"op":"call_service","service":"{SET_PARAMS}","id":"cut"}}\n'.encode()
    for part in (line[:17], line[17:40], line[40:]):
        arm.wire.send_bytes(part)
        arm.wait(0.05)
    came = arm.wait(arm.memory.patience, lambda: '"cut"' in arm.wire.answers)
    must(came, "an answer to a call that came in three pieces", "none")
    must(not arm.wire.repeated, "one answer for each call", f"again: {arm.wire.repeated}")


@check(
    "robust.garbage",
    DYNAMICS,
    2,
    "what is no valid message harms nobody: other clients go on, and new ones can connect",
    "catch errors line by line; at worst, close the connection that sent the line",
)
def garbage(arm: Arm) -> None:
    """Garbage from one client, calls from another."""
    for line in GARBAGE:
        with Wire(*arm.wire.address) as other:
            with contextlib.suppress(Gone):
                other.send_bytes(line)
            arm.ok(SET_PARAMS)
    arm.next_samples(2)


@check(
    "robust.unknown",
    DYNAMICS,
    1,
    "a call of a service that does not exist blocks nothing: the next call is answered",
    "answer it with result false, and go on",
)
def unknown(arm: Arm) -> None:
    """The next call on the same connection."""
    for name in ("/no/such/service", "/arm_sim/no_such"):
        arm.wire.send({"op": "call_service", "service": name, "args": {}, "id": "unknown"})
    arm.ok(SET_PARAMS)


@check(
    "robust.trajectories",
    DYNAMICS,
    1,
    "a malformed trajectory takes nothing down",
    "read the message inside a try block, or check each field first",
)
def trajectories(arm: Arm) -> None:
    """Empty, without points, and of the wrong kind."""
    messages: list[Any] = [
        {"points": []},
        {},
        {"points": [{"positions": "up"}]},
        {"points": [{"positions": [None] * arm.n}]},
        {"points": 5},
        [],
        "text",
    ]
    arm.wire.send({"op": "advertise", "topic": TRAJECTORY, "type": TRAJECTORY_TYPE})
    for message in messages:
        arm.wire.send({"op": "publish", "topic": TRAJECTORY, "msg": message})
        arm.wait(0.05)
    with Wire(*arm.wire.address) as wire:
        again = Arm(wire, arm.n, arm.memory, arm.deadline)
        again.ok(SET_PARAMS)
        again.next_samples(3)


@check(
    "robust.clients",
    DYNAMICS,
    1,
    "several clients are served at once, and one that leaves disturbs no other",
    "keep subscriptions by connection, and drop them when it closes",
)
def clients(arm: Arm) -> None:
    """Three subscribers, of which two leave, one of them without a word."""
    with Wire(*arm.wire.address) as one, Wire(*arm.wire.address) as another:
        arm.next_samples()
        for wire in (one, another):
            other = Arm(wire, arm.n, arm.memory, arm.deadline)
            other.next_samples(2)
            other.ok(SET_PARAMS)
    arm.ok(SET_PARAMS)
    arm.next_samples(3)
