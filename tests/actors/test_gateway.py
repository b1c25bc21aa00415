"""The gateway as an actor, without sockets."""

import errno
from queue import Full

import pytest
from crew import Boss, Clerk, call

from actors.arm_sim import arm_of
from actors.door.connection import Connection
from actors.gateway import Gateway
from actors.ik import Ik
from actors.kernel.registry import Registry
from actors.motion import Motion
from protocol import names
from protocol.operations import ABSENT, CallService, Publish, Subscribe, Unsubscribe


class Loop:
    """Stands in for the event loop: notes what is due later."""

    def __init__(self):
        self.due = []

    def call_later(self, seconds, function, *args):
        self.due.append(function)


@pytest.fixture
def gateway():
    registry = Registry([Clerk, Boss, Gateway])
    gateway = Gateway(registry)
    gateway.loop = Loop()
    yield gateway
    for entry in registry.entries.values():
        entry.mailbox.close()


def test_however_often_it_meets_a_full_mailbox_it_tries_again_once_at_a_time(gateway):
    """It flushes at every letter and every operation: were each to begin a series of tries, they would add up."""
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


@pytest.mark.parametrize(
    "bug, ends",
    [
        (OSError(errno.EMFILE, "Too many open files"), False),
        (OSError(errno.ENFILE, "of the system"), False),
        (OSError(errno.EBADF, "Bad file descriptor"), True),
        (ZeroDivisionError("a bug"), True),
    ],
    ids=repr,
)
def test_a_lack_of_descriptors_passes_and_any_other_failure_ends_the_gateway(
    gateway, bug, ends, capfd
):
    gateway._failed = Failure()
    gateway._on_exception(None, {"message": "accept", "exception": bug})
    assert gateway._failed.bug is (bug if ends else None)
    assert ("no more connections" in capfd.readouterr().err) is not ends


def test_actors_are_told_at_once_whether_a_client_subscribes(gateway):
    topic = "/rare"
    gateway.flush()
    session = gateway.bridge.open()
    told = []
    for operation in (
        Subscribe(topic, 1, 0.0, 0),
        Subscribe(topic, 2, 0.0, 0),
        Unsubscribe(topic, ABSENT),
        Subscribe(topic[1:], 1, 0.0, 0),
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


def subscribe(topic):
    return Subscribe(topic, ABSENT, 0.0, 0)


def ask(service):
    return CallService(service, 1, {}, None)


@pytest.mark.parametrize(
    "operation, asked, waits",
    [
        (subscribe(names.JOINT_STATES), "arm_sim", True),
        (subscribe("joint_states"), "arm_sim", True),
        (subscribe(names.ENERGY), "arm_sim", True),
        (subscribe(names.JOINT_STATES), "ik", False),
        (subscribe(names.MOTION_RESULT), "arm_sim", False),
        (Publish(names.JOINT_TRAJECTORY, {}), "arm_sim", False),
        (ask(names.IK_SOLVE), "arm_sim", True),
        (ask(names.RESET), "arm_sim", False),
        (ask(names.STOP_MOTION), "motion", False),
        (ask(names.DRAW), "motion", True),
    ],
    ids=str,
)
def test_what_must_not_overtake_an_earlier_call_of_its_client_waits_for_it(operation, asked, waits):
    registry = Registry([arm_of(2), Ik, Motion, Gateway])
    gateway = Gateway(registry)
    client = Connection(gateway)
    client.session = gateway.bridge.open()
    assert not gateway.must_wait(client, operation)  # nothing is under way
    gateway.bridge.sessions[client.session].in_flight = client.asked[asked] = 1
    assert gateway.must_wait(client, operation) is waits
    for entry in registry.entries.values():
        entry.mailbox.close()
