"""For every pair of calls to different actors, whether the later one waits for the earlier one."""

from itertools import product

import pytest
from system_hub import NODES

from protocol import names
from protocol.ordering import DEPENDENCES, Ordering

SERVED = {service: node for node in NODES for service in node.services}
OWNER = {service: node.name for service, node in SERVED.items()}
OWNER |= dict.fromkeys(names.OF_THE_ARM_BY_ROSAPI, "arm_sim")
ORDERING = Ordering(OWNER, {node.name for node in NODES if node.in_order})
PUBLIC = sorted(service for service in OWNER if service.startswith("/"))
# A call is a service without its leading slash. After a question mark it has no arguments.
CALLS = [call for service in PUBLIC for call in (service[1:], service[1:] + "?")]


def both(*services):
    """The calls of services, with and without arguments."""
    return {call for service in services for call in (service, service + "?")}


PARAMETERS = {"arm_sim/set_params"}
LIMITS = {"arm_sim/set_limits"}
SWITCHES = {"arm_sim/pause", "pid_controller/enable"}
OTHERS = {"arm_sim/set_integrator", "arm_sim/set_links", "pid_controller/set_gains"}
BY_ROSAPI = both("rosapi/set_param")
RESET = both("arm_sim/reset")
OBSTACLES = {"motion/set_obstacles"}
SOLVES = both("ik/solve", "ik/clamped_descent")
GOALS = both("ik_action/send_goal", "ik_trial/start", "ik_trial/skip")
ENDS = both("ik_action/cancel_goal", "ik_trial/stop")
MOVES = both("motion/move_joints", "motion/move_line", "motion/draw")
BRAKE = both("motion/stop")
REHEARSE = both("motion/rehearse")
RECORDING = both("motion/recording", "motion/path")

COMMANDS = RESET | GOALS | ENDS | MOVES | BRAKE
SHAPE = PARAMETERS | LIMITS | BY_ROSAPI  # what kinematics depends on
ARM = SHAPE | SWITCHES | OTHERS | RESET

DELAYED_BY = [  # calls, and the earlier calls that delay them
    (SHAPE, SOLVES | GOALS | MOVES | REHEARSE),
    (SWITCHES, GOALS | MOVES | REHEARSE),
    (OTHERS, MOVES | REHEARSE),
    (RESET, COMMANDS | REHEARSE),
    (SOLVES, SHAPE),
    (GOALS, COMMANDS | SHAPE | SWITCHES | OBSTACLES | REHEARSE),
    (ENDS, COMMANDS | REHEARSE),
    (MOVES, COMMANDS | ARM | OBSTACLES | REHEARSE | RECORDING),
    (OBSTACLES, GOALS | MOVES | REHEARSE | both(*OBSTACLES)),
    ({"motion/set_obstacles?"}, OBSTACLES),
    (REHEARSE, COMMANDS | ARM | OBSTACLES),
    (RECORDING, MOVES | BRAKE),
    # All others ask only the arm, or depend on nothing, or are urgent: no call delays them.
]


def waits(later, earlier):
    before, asked = service_and_args(earlier)
    service, args = service_and_args(later)
    return ORDERING.call_waits(service, args, [ORDERING.kind(before, asked)])


def service_and_args(call):
    return "/" + call.removesuffix("?"), {} if call.endswith("?") else {"x": 1}


def owner(call):
    return OWNER[service_and_args(call)[0]]


@pytest.mark.parametrize("later", CALLS)
def test_a_call_waits_for_these_earlier_calls_to_other_actors(later):
    expected = set().union(*(before for calls, before in DELAYED_BY if later in calls))
    if service_and_args(later)[0] in names.URGENT:
        assert not expected
    apart = {earlier for earlier in CALLS if owner(earlier) != owner(later)}
    assert {earlier for earlier in apart if waits(later, earlier)} == expected & apart


@pytest.mark.parametrize("later", CALLS)
def test_of_calls_to_the_same_actor_those_wait_whose_handlers_may_overlap(later):
    expected = set().union(*(before for calls, before in DELAYED_BY if later in calls))
    same = {earlier for earlier in CALLS if owner(earlier) == owner(later)}
    overlap = owner(later) != "arm_sim"
    assert {earlier for earlier in same if waits(later, earlier)} == (
        expected & same if overlap else set()
    )


def test_no_call_without_arguments_to_a_setting_waits_for_a_call_to_another_actor():
    settings = [call + "?" for call in PARAMETERS | LIMITS | SWITCHES | OTHERS | OBSTACLES]
    assert not [
        (later, earlier)
        for later, earlier in product(settings, CALLS)
        if owner(later) != owner(earlier) and waits(later, earlier)
    ]


# -- the table and the handlers ------------------------------------------------------------------
@pytest.mark.parametrize("service", PUBLIC)
def test_every_service_says_what_it_depends_on(service):
    assert service in DEPENDENCES


@pytest.mark.parametrize("service", sorted(set(DEPENDENCES) & set(SERVED)))
@pytest.mark.parametrize("args", [{}, {"x": 1}], ids=["query", "request"])
def test_a_call_that_changes_nothing_is_repeatable_and_another_is_not(service, args):
    repeatable = SERVED[service].services[service].repeatable(args)
    changes = ORDERING.kind(service, args).access.changes
    # A second stop changes nothing more than the first.
    assert repeatable is (not changes or service == names.STOP_MOTION)


def test_only_services_that_exist_are_in_the_table():
    assert set(DEPENDENCES) <= set(OWNER)
