"""Which operations of a client wait for its earlier calls."""

import pytest
from hub import Hub

from protocol import limits, names
from protocol.effects import CallActor
from protocol.ordering import Ordering

OWNER = {
    names.RESET: "arm",
    names.SET_PARAMS: "arm",
    names.IK_SOLVE: "ik",
    names.SEND_GOAL: "goals",
    names.SET_OBSTACLES: "motion",
    names.DRAW: "motion",
    names.STOP_MOTION: "motion",
    names.INTEGRATION_STEP: "integration",
}
LENGTHS = {"lengths": [1, 1]}
ORDERING = Ordering(OWNER, {"arm"})


def kinds(*calls):
    """The kinds of calls, each a service or a service and its arguments."""
    return [
        ORDERING.kind(*(call if isinstance(call, tuple) else (call, {"x": 1}))) for call in calls
    ]


@pytest.mark.parametrize(
    "call, in_flight, waits",
    [
        ((names.IK_SOLVE, {"x": 1}), [], False),
        ((names.IK_SOLVE, {"x": 1}), [names.INTEGRATION_STEP], False),
        ((names.IK_SOLVE, {"x": 1}), [(names.SET_PARAMS, LENGTHS)], True),
        ((names.IK_SOLVE, {"x": 1}), [names.INTEGRATION_STEP, (names.SET_PARAMS, LENGTHS)], True),
        ((names.IK_SOLVE, {"x": 1}), [(names.SET_PARAMS, {})], False),
        ((names.SET_PARAMS, LENGTHS), [names.IK_SOLVE], True),
        ((names.SET_PARAMS, {}), [names.IK_SOLVE], False),
        ((names.SET_PARAMS, None), [names.IK_SOLVE, names.SEND_GOAL, names.DRAW], False),
        ((names.SET_PARAMS, []), [names.IK_SOLVE], False),
        ((names.SET_PARAMS, {}), [names.RESET], False),  # the arm keeps the order by itself
        ((names.SEND_GOAL, {"x": 1}), [names.SEND_GOAL], True),  # goals do not
        ((names.SET_OBSTACLES, {}), [names.DRAW], False),
        ((names.SET_OBSTACLES, {"obstacles": []}), [names.DRAW], True),
        ((names.SET_OBSTACLES, {}), [(names.SET_OBSTACLES, {"obstacles": []})], True),
        ((names.STOP_MOTION, {}), [names.DRAW, names.RESET], False),  # urgent
        ((names.DRAW, {}), [names.STOP_MOTION], True),
    ],
)
def test_a_call_waits_for_the_calls_in_flight_that_it_depends_on(call, in_flight, waits):
    assert ORDERING.call_waits(*call, kinds(*in_flight)) is waits


@pytest.mark.parametrize(
    "topic, in_flight, waits",
    [
        (names.JOINT_STATES, [names.RESET], True),  # the first state shows what was set
        (names.ENERGY, [names.IK_SOLVE, (names.SET_PARAMS, LENGTHS)], True),
        (names.JOINT_STATES, [(names.SET_PARAMS, {})], False),
        (names.JOINT_STATES, [names.IK_SOLVE, names.SEND_GOAL], False),
        (names.JOINT_STATES, [], False),
        (names.MOTION_RESULT, [names.RESET, names.DRAW], False),
    ],
)
def test_a_subscription_to_states_of_the_arm_waits_for_what_changes_it(topic, in_flight, waits):
    assert ORDERING.subscription_waits(topic, kinds(*in_flight)) is waits


# -- in the bridge -------------------------------------------------------------------------------
def busy_hub(service=names.SET_PARAMS, args=LENGTHS, calls=1, override=False):
    """A hub whose client ann waits for the answers to these calls."""
    hub = Hub("ann", owner=OWNER, in_order={"arm"}, override=override)
    asked = [hub.say("ann", "call_service", service=service, args=args)[0] for _ in range(calls)]
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


def test_a_call_whose_long_arguments_are_forgotten_is_still_counted_as_what_it_was():
    hub, [asked] = busy_hub()
    hub.answer(asked._replace(call=asked.call._replace(args=None)))
    assert hub.bridge.sessions[hub.numbers["ann"]].calls_in_flight == 0
    assert hub.effects("ann", "call_service", service=names.IK_SOLVE)


@pytest.mark.parametrize(
    "op, fields",
    [
        ("call_service", {"service": names.SET_PARAMS}),
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
    hub, asked = busy_hub(names.INTEGRATION_STEP, {}, calls=limits.CALLS_IN_FLIGHT)
    assert all(isinstance(effect, CallActor) for effect in asked)
    assert hub.effects("ann", op, **fields) is None
    hub.answer(asked[0])
    assert hub.effects("ann", op, **fields) is not None
