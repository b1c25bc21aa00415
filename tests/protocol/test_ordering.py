"""Which operations of a client wait for its earlier calls."""

import pytest
from hub import Hub

from protocol import limits, names
from protocol.effects import CallActor
from protocol.ordering import Order, Ordering

OWNER = {
    names.RESET: "arm",
    names.SET_PARAMS: "arm",
    names.IK_SOLVE: "ik",
    names.SEND_GOAL: "goals",
    names.DRAW: "motion",
    names.STOP_MOTION: "motion",
    names.INTEGRATION_STEP: "integration",
}
ORDER = {
    "arm": Order.AMONG_ACTORS,
    "ik": Order.AMONG_ACTORS,
    "goals": Order.ONE_BY_ONE,
    "motion": Order.ONE_BY_ONE,
    "integration": Order.NONE,
}


@pytest.mark.parametrize(
    "service, in_flight, waits",
    [
        (names.IK_SOLVE, [], False),
        (names.IK_SOLVE, ["arm"], True),  # it may depend on what was set
        (names.IK_SOLVE, ["ik"], False),  # an actor keeps the order of its letters by itself
        (names.IK_SOLVE, ["integration"], False),
        (names.IK_SOLVE, ["integration", "ik"], False),
        (names.IK_SOLVE, ["integration", "ik", "arm"], True),
        (names.SEND_GOAL, ["goals"], True),  # it serves others in the middle of a call
        (names.SEND_GOAL, ["arm"], True),
        (names.SEND_GOAL, ["integration"], False),
        (names.DRAW, ["motion"], True),
        (names.STOP_MOTION, ["motion", "arm"], False),  # urgent
        (names.INTEGRATION_STEP, ["arm", "goals", "integration"], False),  # it keeps no order
        ("/of/a/client", ["arm", "goals"], False),
    ],
)
def test_a_call_waits_for_calls_in_flight_to_these_actors(service, in_flight, waits):
    assert Ordering(OWNER, ORDER).call_waits(service, in_flight) is waits


@pytest.mark.parametrize(
    "topic, in_flight, waits",
    [
        (names.JOINT_STATES, ["arm"], True),  # the first state shows what was set
        (names.ENERGY, ["ik", "arm"], True),
        (names.JOINT_STATES, ["ik"], False),
        (names.JOINT_STATES, [], False),
        (names.MOTION_RESULT, ["arm", "motion"], False),
    ],
)
def test_a_subscription_to_states_of_the_arm_waits_for_calls_to_the_arm(topic, in_flight, waits):
    assert Ordering(OWNER, ORDER).subscription_waits(topic, in_flight) is waits


def test_no_subscription_waits_where_nothing_serves_the_arm():
    assert not Ordering({}, {}).subscription_waits(names.JOINT_STATES, ["ik"])


# -- in the bridge -------------------------------------------------------------------------------
def busy_hub(service=names.RESET, calls=1, override=False):
    """A hub whose client ann waits for the answers to these calls."""
    hub = Hub("ann", owner=OWNER, order=ORDER, override=override)
    asked = [hub.say("ann", "call_service", service=service)[0] for _ in range(calls)]
    return hub, asked


@pytest.mark.parametrize(
    "op, fields",
    [
        ("call_service", {"service": names.IK_SOLVE}),
        ("call_service", {"service": "ik/solve"}),
        ("subscribe", {"topic": names.JOINT_STATES}),
        ("subscribe", {"topic": "joint_states"}),
    ],
)
def test_an_operation_that_must_wait_is_taken_once_the_earlier_call_is_answered(op, fields):
    hub, [asked] = busy_hub()
    assert hub.effects("ann", op, **fields) is None
    hub.answer(asked)
    assert hub.effects("ann", op, **fields)


@pytest.mark.parametrize(
    "op, fields",
    [
        ("call_service", {"service": names.RESET}),
        ("call_service", {"service": names.STOP_MOTION}),
        ("call_service", {"service": "/nobody"}),
        ("subscribe", {"topic": names.MOTION_RESULT}),
        ("publish", {"topic": names.JOINT_TRAJECTORY, "msg": {}}),
        ("unsubscribe", {"topic": names.JOINT_STATES}),
        ("set_level", {}),
        ("fly", {}),
    ],
)
def test_other_operations_do_not_wait_for_a_call_to_the_arm(op, fields):
    hub, _ = busy_hub()
    assert hub.effects("ann", op, **fields) is not None


def test_a_call_of_one_client_waits_for_no_call_of_another():
    hub, _ = busy_hub()
    hub.come("bob")
    assert hub.effects("bob", "call_service", service=names.IK_SOLVE)


def test_a_call_of_a_service_that_a_client_provides_in_place_of_ours_does_not_wait():
    hub, _ = busy_hub(override=True)
    hub.come("pat")
    hub.say("pat", "advertise_service", service=names.IK_SOLVE)
    assert hub.effects("ann", "call_service", service=names.IK_SOLVE)


@pytest.mark.parametrize("op, fields", [("set_level", {}), ("call_service", {"service": "/s"})])
def test_with_too_many_calls_in_flight_every_operation_waits_for_an_answer(op, fields):
    hub, asked = busy_hub(names.INTEGRATION_STEP, calls=limits.CALLS_IN_FLIGHT)
    assert all(isinstance(effect, CallActor) for effect in asked)
    assert hub.effects("ann", op, **fields) is None
    hub.answer(asked[0])
    assert hub.effects("ann", op, **fields) is not None
