"""What ends an execution before its time: the arm no longer follows it."""

import pytest
from executions import EXACT, ID, START, execution, observed, snapshot

from actors.arm.motion.endings import FAULTED, PREEMPTED, REACHED
from actors.arm.tenure import Tenure

RESET = {"tenure": Tenure(ID, resets=1)}
SUPERSEDED = {"tenure": Tenure("goal-0-1", superseded=ID)}
OVERRULED = {"tenure": Tenure(ID, overruled=True)}
ENDS = [
    (RESET, PREEMPTED, "the arm was reset"),
    (
        {"tenure": Tenure(ID, refused=ID)},
        FAULTED,
        "a setpoint was beyond the limits of the arm",
    ),
    (SUPERSEDED, PREEMPTED, "another setpoint took its place"),
    (OVERRULED, PREEMPTED, "another setpoint took its place"),
    ({"diverged": True}, FAULTED, "the arm has diverged"),
    ({"enabled": False}, FAULTED, "PID was disabled"),
    ({"lengths": (1.0, 0.5)}, FAULTED, "the lengths of the arm were changed"),
]
every_end = pytest.mark.parametrize(
    "happened, outcome, reason", ENDS, ids=[reason for *_, reason in ENDS]
)


@every_end
@pytest.mark.parametrize("time", [0.25, 1.0, 1.25])
def test_what_breaks_a_motion_ends_it_at_once_with_a_reason(time, happened, outcome, reason):
    moving = execution()
    observed(moving, *(k * EXACT for k in range(int(time / EXACT))), position=START)
    assert moving.observe(snapshot(time, START, **happened)) == outcome
    assert moving.reason == reason


@every_end
def test_what_breaks_a_motion_breaks_it_though_it_would_be_reached(happened, outcome, reason):
    moving = execution()
    assert observed(moving, 0.5) == [None]
    assert observed(moving, 1.0, **happened) == [outcome]


@every_end
def test_what_breaks_a_motion_breaks_one_that_brakes_too(happened, outcome, reason):
    moving = execution()
    observed(moving, 0.25, 0.5)
    moving.brake(0.5)
    assert moving.observe(snapshot(0.5 + EXACT, START, **happened)) == outcome


@pytest.mark.parametrize(
    "tenure", [Tenure("goal-0-1"), Tenure(), Tenure("goal-0-1", overruled=True)], ids=str
)
def test_until_the_arm_has_received_it_another_commander_may_be_in_command(tenure):
    moving = execution()
    assert [moving.observe(snapshot(k * EXACT, tenure=tenure)) for k in range(5)] == [None] * 5
    assert not moving.received
    assert moving.observe(snapshot(5 * EXACT)) is None
    assert moving.received
    assert moving.observe(snapshot(6 * EXACT, tenure=tenure)) == PREEMPTED


@pytest.mark.parametrize("refused", ["", "goal-0-1", "motion-0-0"])
def test_a_refusal_of_another_commanders_setpoint_ends_nothing(refused):
    assert execution().observe(snapshot(0.5, tenure=Tenure(ID, refused=refused))) is None


def test_resets_before_the_plan_do_not_count():
    tenure = Tenure(ID, since=3, resets=3)
    assert observed(execution(resets=3), 1.0, tenure=tenure) == [REACHED]


def test_of_a_reset_and_what_follows_from_it_the_reset_is_the_reason():
    """A reset leaves a diverged arm with another setpoint."""
    moving = execution()
    observed(moving, 0.5)
    tenure = Tenure("goal-0-1", since=1, resets=1, superseded=ID)
    assert moving.observe(snapshot(0.0, tenure=tenure, enabled=False)) == PREEMPTED
    assert moving.reason == "the arm was reset"


def test_a_motion_that_lost_command_before_it_was_seen_to_have_it_is_preempted():
    moving = execution()
    moving.setpoint(0.0)
    tenure = Tenure("goal-0-1", stream=ID)
    assert moving.observe(snapshot(EXACT, START, tenure=tenure)) == PREEMPTED
