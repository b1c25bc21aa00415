"""Who commands the arm: every transition of a tenure, what a stream may do, and every verdict."""

import pytest

from actors.arm.pid import Setpoint
from actors.arm.tenure import StreamSetpoint, Tenure, Verdict

GOAL = "goal-0-1"
OTHER = "goal-0-2"
MOTION = "motion-0-1"
NEXT = "motion-0-2"
REST = Setpoint.at_rest((0.0, 0.0))


# -- transitions -----------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "before, commander, after",
    [
        (Tenure(), GOAL, Tenure(GOAL)),
        (Tenure(), "", Tenure(overruled=True)),
        (Tenure(GOAL), GOAL, Tenure(GOAL)),
        (Tenure(GOAL), "", Tenure(GOAL, overruled=True)),
        (Tenure(GOAL), MOTION, Tenure(MOTION, superseded=GOAL)),
        (Tenure(GOAL, overruled=True), "", Tenure(GOAL, overruled=True)),
        (Tenure(GOAL, overruled=True), GOAL, Tenure(GOAL)),
        (Tenure(GOAL, overruled=True), OTHER, Tenure(OTHER, superseded=GOAL)),
        (Tenure(GOAL, superseded=MOTION), GOAL, Tenure(GOAL, superseded=MOTION)),
        (Tenure(GOAL, superseded=MOTION), "", Tenure(GOAL, overruled=True, superseded=MOTION)),
        (Tenure(GOAL, since=1, resets=3), GOAL, Tenure(GOAL, since=3, resets=3)),
        (Tenure(GOAL, since=1, resets=3), "", Tenure(GOAL, since=1, resets=3, overruled=True)),
        (Tenure(GOAL, resets=3), OTHER, Tenure(OTHER, since=3, resets=3, superseded=GOAL)),
        (Tenure(GOAL, refused=OTHER), OTHER, Tenure(OTHER, superseded=GOAL, refused=OTHER)),
    ],
    ids=str,
)
def test_a_setpoint_in_force_makes_its_sender_the_commander_or_overrules_it(
    before, commander, after
):
    assert before.after_setpoint(commander) == after


@pytest.mark.parametrize(
    "before, commander, after",
    [
        (Tenure(GOAL), OTHER, Tenure(GOAL, refused=OTHER)),
        (Tenure(GOAL), GOAL, Tenure(GOAL, refused=GOAL)),
        (Tenure(GOAL, refused=OTHER), MOTION, Tenure(GOAL, refused=MOTION)),
        (Tenure(GOAL, refused=OTHER), "", Tenure(GOAL, refused=OTHER)),
    ],
    ids=str,
)
def test_a_refusal_is_remembered_by_the_name_of_the_commander_and_changes_nothing_else(
    before, commander, after
):
    assert before.after_refusal(commander) == after


def test_a_reset_is_counted_and_the_commander_is_remembered():
    before = Tenure(GOAL, 0, 0, True, MOTION, OTHER, MOTION)
    assert before.after_reset() == before._replace(resets=1)
    assert before.after_reset().after_reset() == before._replace(resets=2)


def test_the_last_stream_that_was_taken_up_is_remembered():
    assert Tenure(GOAL).after_taking_up(MOTION) == Tenure(GOAL, stream=MOTION)
    assert Tenure(GOAL, stream=MOTION).after_taking_up(NEXT) == Tenure(GOAL, stream=NEXT)


# -- streams ---------------------------------------------------------------------------------------
FOLLOWED = Tenure(MOTION, stream=MOTION)
SUPERSEDED = Tenure(GOAL, superseded=MOTION, stream=MOTION)
OVERRULED = Tenure(MOTION, overruled=True, stream=MOTION)
REFUSED = Tenure(GOAL, refused=MOTION, stream=MOTION)


@pytest.mark.parametrize(
    "tenure, resets, opening, admitted",
    [
        (Tenure(), 0, True, True),
        (Tenure(), 0, False, False),
        (Tenure(GOAL), 0, True, True),
        (Tenure(GOAL), 0, False, False),
        (Tenure(GOAL, overruled=True), 0, True, True),
        (Tenure(NEXT, stream=NEXT), 0, True, True),
        (FOLLOWED, 0, True, True),
        (FOLLOWED, 0, False, True),
        (SUPERSEDED, 0, True, False),
        (SUPERSEDED, 0, False, False),
        (OVERRULED, 0, True, False),
        (OVERRULED, 0, False, False),
        (REFUSED, 0, True, False),
        (REFUSED, 0, False, False),
        (FOLLOWED.after_reset(), 0, True, False),
        (FOLLOWED.after_reset(), 0, False, False),
        (FOLLOWED, 1, True, False),
        (Tenure(resets=1), 1, True, True),
    ],
    ids=str,
)
def test_a_stream_takes_command_once_and_goes_on_only_as_long_as_it_has_it(
    tenure, resets, opening, admitted
):
    assert tenure.admits(StreamSetpoint(REST, MOTION, resets, opening)) is admitted


# -- verdicts --------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "tenure, received, resets, verdict",
    [
        (Tenure(), False, 0, Verdict.NOT_RECEIVED),
        (Tenure(GOAL), False, 0, Verdict.NOT_RECEIVED),
        (Tenure(GOAL, overruled=True), False, 0, Verdict.NOT_RECEIVED),
        (Tenure(GOAL, superseded=OTHER), False, 0, Verdict.NOT_RECEIVED),
        (Tenure(GOAL, refused=OTHER), False, 0, Verdict.NOT_RECEIVED),
        (Tenure(GOAL, stream=NEXT), False, 0, Verdict.NOT_RECEIVED),
        (Tenure(MOTION), False, 0, Verdict.IN_COMMAND),
        (Tenure(MOTION), True, 0, Verdict.IN_COMMAND),
        (Tenure(MOTION, superseded=GOAL, refused=GOAL), True, 0, Verdict.IN_COMMAND),
        (Tenure(MOTION, overruled=True), False, 0, Verdict.OVERRULED),
        (Tenure(MOTION, overruled=True), True, 0, Verdict.OVERRULED),
        (Tenure(GOAL), True, 0, Verdict.SUPERSEDED),
        (Tenure(GOAL, superseded=MOTION), False, 0, Verdict.SUPERSEDED),
        (Tenure(GOAL, stream=MOTION), False, 0, Verdict.SUPERSEDED),
        (Tenure(GOAL, overruled=True), True, 0, Verdict.SUPERSEDED),
        (Tenure(GOAL, refused=MOTION), False, 0, Verdict.REFUSED),
        (Tenure(MOTION, refused=MOTION), True, 0, Verdict.REFUSED),
        (Tenure(GOAL, superseded=MOTION, refused=MOTION), True, 0, Verdict.REFUSED),
        (Tenure(MOTION, resets=1), True, 0, Verdict.RESET),
        (Tenure(MOTION, since=1, resets=1), False, 0, Verdict.RESET),
        (Tenure(GOAL, resets=1), False, 0, Verdict.RESET),
        (Tenure(GOAL, resets=1, superseded=MOTION, refused=MOTION), True, 0, Verdict.RESET),
        (Tenure(MOTION, since=3, resets=3), False, 3, Verdict.IN_COMMAND),
    ],
    ids=str,
)
def test_a_verdict_on_a_commander_that_was_planned_after_so_many_resets(
    tenure, received, resets, verdict
):
    assert tenure.verdict(MOTION, received, resets) is verdict


@pytest.mark.parametrize(
    "tenure, verdict",
    [
        (Tenure(), Verdict.NOT_RECEIVED),
        (Tenure(resets=7), Verdict.NOT_RECEIVED),
        (Tenure(MOTION, resets=1), Verdict.NOT_RECEIVED),
        (Tenure(GOAL, since=7, resets=7), Verdict.IN_COMMAND),
        (Tenure(GOAL, since=6, resets=7), Verdict.RESET),
        (Tenure(MOTION, resets=1, superseded=GOAL), Verdict.SUPERSEDED),
        (Tenure(MOTION, resets=1, refused=GOAL), Verdict.REFUSED),
    ],
    ids=str,
)
def test_where_only_resets_after_the_arm_received_it_matter_earlier_ones_do_not_count(
    tenure, verdict
):
    assert tenure.verdict(GOAL, received=False, resets=None) is verdict
