"""The gateway as an actor, without sockets."""

from queue import Full

import pytest
from arm_node import arm_of
from crew import Boss, Clerk, call, letters, reply

from actors.gateway import Gateway
from actors.ik import Ik
from actors.ik_action import IkAction
from actors.kernel.letters import Abandoned, Publication, packed
from actors.kernel.registry import Registry
from actors.motion import Motion
from protocol import names
from protocol.operations import NO_ID, Subscribe, Unsubscribe, read_operation


class Loop:
    """Stands in for the event loop: notes what is due later."""

    def __init__(self):
        self.due = []

    def call_later(self, seconds, function, *args):
        self.due.append(function)

    def call_at(self, when, function, *args):
        self.due.append(function)


class Parts:
    """Stands in for an encoder that has to load packages, in so many parts."""

    def __init__(self, gateway, parts):
        self.gateway = gateway
        self.left = parts
        self.silences = []  # s, as the supervisor sees them during each part

    @property
    def is_loading(self):
        return self.left > 0

    def load_more(self):
        self.left -= 1
        self.silences.append(self.gateway.entry.silence(self.gateway.clock()))


@pytest.fixture
def gateway():
    registry = Registry([Clerk, Boss, Gateway])
    gateway = Gateway(registry)
    gateway.attach(Loop())
    yield gateway
    for entry in registry.entries.values():
        entry.mailbox.close()


def test_however_often_it_meets_a_full_mailbox_it_tries_again_once_at_a_time(gateway):
    """It flushes in every round. If each began a series of tries, they would add up."""
    with pytest.raises(Full):
        while True:
            gateway.registry["clerk"].mailbox.put(b"x" * 1000)
    gateway.outbox.add("clerk", call("/double", {"x": "x" * 2000}), keep=True)
    for _ in range(100):
        gateway.flush()
    assert len(gateway.loop.due) == 1
    gateway.loop.due.pop()()
    assert len(gateway.loop.due) == 1


class Failure:
    """Stands in for the future that ends the gateway."""

    def __init__(self):
        self.bug = None

    def done(self):
        return self.bug is not None

    def set_exception(self, bug):
        self.bug = bug


def test_a_bug_that_is_not_of_one_connection_ends_the_gateway(gateway):
    gateway._failed = Failure()
    bug = ZeroDivisionError("a bug")
    gateway._on_exception(None, {"message": "a timer", "exception": bug})
    assert gateway._failed.bug is bug


def test_actors_are_told_at_once_whether_a_client_subscribes(gateway):
    topic = "/rare"
    gateway.flush()
    session = gateway.bridge.open()
    told = []
    for operation in (
        Subscribe(topic, b"1", 0.0, 0),
        Subscribe(topic, b"2", 0.0, 0),
        Unsubscribe(topic, NO_ID),
        Subscribe(topic[1:], b"1", 0.0, 0),
    ):
        gateway.bridge.receive(session, operation, 0.0)
        gateway.flush()
        told.append(gateway.registry.is_wanted(topic))
    gateway.bridge.close(session)
    gateway.flush()
    assert [*told, gateway.registry.is_wanted(topic)] == [True, True, False, True, False]


def test_the_demand_that_a_dead_gateway_knew_of_ends_with_it(gateway):
    gateway.registry.demand("/rare", True)
    Gateway(gateway.registry).flush()
    assert not gateway.registry.is_wanted("/rare")


class Transport:
    """Stands in for the socket of a client."""

    aborted = False

    def abort(self):
        self.aborted = True


def test_a_bug_that_a_client_meets_costs_the_client_its_connection_only(gateway, capfd):
    gateway._failed = Failure()
    transport = Transport()
    bug = ZeroDivisionError("a bug")
    gateway._on_exception(None, {"message": "", "exception": bug, "transport": transport})
    assert transport.aborted and not gateway._failed.bug
    assert "a client was dropped" in capfd.readouterr().err


@pytest.mark.parametrize(
    "operation, asked, waits",
    [
        (("subscribe", "topic", names.JOINT_STATES), names.RESET, True),
        (("subscribe", "topic", names.JOINT_STATES), names.IK_SOLVE, False),
        (("call_service", "service", names.SEND_GOAL), names.RESET, True),
        (("call_service", "service", names.RESET), names.RESET, False),
        (("call_service", "service", names.STOP_MOTION), names.DRAW, False),
        (("call_service", "service", names.DRAW), names.DRAW, True),
    ],
    ids=str,
)
def test_the_nodes_keep_the_order_of_calls_that_clients_count_on(operation, asked, waits):
    registry = Registry([arm_of(2), Ik, IkAction, Motion, Gateway])
    bridge = Gateway(registry).bridge
    session = bridge.open()
    op, field, name = operation
    bridge.receive(session, read_operation({"op": "call_service", "service": asked}), 0.0)
    effects = bridge.receive(session, read_operation({"op": op, field: name}), 0.0)
    assert (effects is None) is waits
    for entry in registry.entries.values():
        entry.mailbox.close()


def test_what_a_client_that_has_left_only_asked_for_is_abandoned(gateway):
    """Its share of the actor is free again; what changes something is carried out."""
    session = gateway.bridge.open()
    for service, args in (("/double", {"x": 1}), ("/set", {"kept": 1}), ("/double", {"x": 2})):
        operation = read_operation({"op": "call_service", "service": service, "args": args})
        gateway.carry_out(gateway.bridge.receive(session, operation, 0.0))
    gateway.flush()
    calls = letters(gateway.registry, "clerk")
    assert [letter.client for letter in calls] == [session] * 3
    gateway.carry_out(gateway.bridge.close(session))
    gateway.flush()
    first, second, third = [letter.token for letter in calls]
    assert letters(gateway.registry, "clerk") == [Abandoned("gateway", 0, (first, third))]
    assert len(gateway.asks) == 1
    gateway.receive(reply(second))
    assert len(gateway.asks) == 0 and gateway.bridge.services._shares._calls == {"clerk": {}}


def put(mailbox, *publications):
    for topic, message in publications:
        mailbox.put(packed([Publication(topic, b"%d" % message)]))


@pytest.fixture
def taken(gateway):
    """The topics and numbers of the publications that the gateway has taken."""
    letters = []
    gateway.receive = lambda letter: letters.append((letter.topic, int(letter.message)))
    return letters


def test_letters_that_wait_are_handled_together(gateway, taken):
    """Between two calls asyncio may accept many connections. The letters must not pile up."""
    sent = [("/t", number) for number in range(20)]
    put(gateway.mailbox, *sent)
    gateway._take_letters()
    assert taken == sent


def test_letters_are_not_read_for_long_at_a_stretch(gateway, taken):
    put(gateway.mailbox, *[("/t", number) for number in range(20)])
    times = iter(range(1000))
    gateway.clock = lambda: next(times)
    gateway._take_letters()
    assert 0 < len(taken) < 5


def test_of_samples_that_are_late_only_the_newest_are_passed_on_and_of_all_else_everything(
    gateway, taken
):
    others = [(names.IK_RESULT, 1), (names.ROSOUT, 2), (names.ROSOUT, 3), (names.MOTION_STATE, 4)]
    others += [("/t", 5), (names.ROBOT_DESCRIPTION, 6), (names.ROBOT_DESCRIPTION, 7)] * 2
    old = [(topic, number) for number in range(5) for topic in sorted(names.SAMPLES)]
    new = [(topic, number) for number in (8, 9) for topic in sorted(names.SAMPLES)]
    put(gateway.mailbox, *old, *others, *new)
    gateway._take_letters()
    assert taken == [*others, *new]
