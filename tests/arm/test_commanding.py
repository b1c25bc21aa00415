"""Setpoints of the live arm: who may command it, and what happens to a stream that falls silent."""

import pickle

import pytest

from actors.arm.errors import ControlError
from actors.arm.limits import Limits
from actors.arm.pid import Setpoint
from actors.arm.simulation import Simulation
from actors.arm.tenure import StreamSetpoint, Tenure
from actors.arm.watchdog import LEASE, STREAM_LENGTH, Watchdog

MOTION = "motion-0-1"


def ticked(simulation, count):
    for _ in range(count):
        simulation.tick()
    return simulation


def controlled(*setpoint):
    simulation = Simulation(2)
    simulation.enable(True)
    simulation.hold(Setpoint.at_rest(setpoint or (0.5, -0.5)), "a test")
    return simulation


def kept(simulation):
    """All state that a successor takes over, in one dictionary."""
    state = simulation.__getstate__()
    return {**state, **vars(state["controller"]), "controller": None}


def moving(*position, rate=0.1):
    return Setpoint(position, (rate,) * len(position))


def following(simulation, stream=MOTION, opening=True, setpoint=None, resets=0):
    sent = StreamSetpoint(setpoint or moving(0.25, 0.5), stream, resets, opening)
    simulation.follow(sent)
    return simulation


def held(simulation):
    """What the arm holds; its commander, since which reset, and whether that is overruled."""
    tenure = simulation.snapshot().tenure
    return simulation.controller.setpoint, (tenure.commander, tenure.since, tenure.overruled)


def successor(simulation):
    return pickle.loads(pickle.dumps(simulation))


def after(simulation, seconds):
    return ticked(simulation, round(seconds / simulation.timestep))


# -- setpoints -------------------------------------------------------------------------------------
def test_a_setpoint_is_held_from_the_next_tick_and_keeps_the_integral():
    simulation = ticked(controlled(), 50)
    before = kept(simulation)
    simulation.hold(Setpoint((1.0, 2.0), (0.5, 0.0)))
    assert kept(simulation) == before | {
        "setpoint": Setpoint((1.0, 2.0), (0.5, 0.0)),
        "tenure": Tenure("a test", overruled=True),
        "watchdog": Watchdog().fed(simulation.time, True),
    }


def test_a_snapshot_shows_who_commands_the_arm():
    simulation = Simulation(2)
    simulation.reset()
    simulation.hold(Setpoint.at_rest((1.0, 1.0)), "goal 7")
    simulation.reset()
    simulation.hold(Setpoint.at_rest((2.0, 2.0)))
    assert simulation.snapshot().tenure == Tenure("goal 7", since=1, resets=2, overruled=True)


# -- streams ---------------------------------------------------------------------------------------
def test_a_stream_that_opens_is_followed_and_takes_command():
    assert held(following(controlled())) == (moving(0.25, 0.5), (MOTION, 0, False))


def test_a_stream_goes_on_without_opening_again():
    simulation = following(following(controlled()), opening=False, setpoint=moving(0.3, 0.6))
    assert held(simulation) == (moving(0.3, 0.6), (MOTION, 0, False))


@pytest.mark.parametrize("opening", [True, False])
def test_a_stream_from_before_a_reset_is_not_taken_up_again(opening):
    simulation = following(controlled())
    simulation.reset()
    following(simulation, opening=opening)
    assert held(simulation) == (Setpoint.at_rest((0.0, 0.0)), (MOTION, 0, False))


def test_a_stream_begun_after_the_reset_is_followed():
    simulation = controlled()
    simulation.reset()
    assert held(following(simulation, resets=1)) == (moving(0.25, 0.5), (MOTION, 1, False))


@pytest.mark.parametrize("commander", ["", "goal-0-1", "motion-0-2"])
def test_a_stream_that_lost_command_does_not_go_on(commander):
    simulation = following(controlled())
    simulation.hold(Setpoint.at_rest((1.0, 1.0)), commander)
    before = held(simulation)
    assert before[0] == Setpoint.at_rest((1.0, 1.0))
    assert held(following(simulation, opening=False)) == before


def test_a_stream_that_was_overruled_without_a_name_does_not_open_again():
    """Its motion may not know yet that it was received, and so still opens."""
    simulation = following(controlled())
    simulation.hold(Setpoint.at_rest((1.0, 1.0)))
    before = held(simulation)
    assert held(following(simulation, opening=True)) == before


def test_a_stream_opens_though_the_commander_before_was_overruled():
    simulation = controlled()
    simulation.hold(Setpoint.at_rest((1.0, 1.0)))
    assert held(following(simulation)) == (moving(0.25, 0.5), (MOTION, 0, False))


def test_a_stream_that_never_opened_is_not_followed():
    simulation = controlled()
    before = held(simulation)
    assert held(following(simulation, opening=False)) == before


def test_a_newer_stream_takes_the_place_of_an_older_one_for_good():
    simulation = following(following(controlled(), MOTION), "motion-0-2", setpoint=moving(0.5, 0.5))
    assert held(following(simulation, MOTION, opening=False)) == (
        moving(0.5, 0.5),
        ("motion-0-2", 0, False),
    )


def test_a_setpoint_without_a_name_overrules_the_commander_until_another_one_comes():
    simulation = following(controlled())
    simulation.hold(Setpoint.at_rest((1.0, 1.0)))
    assert held(simulation)[1] == (MOTION, 0, True)
    simulation.hold(Setpoint.at_rest((1.0, 1.0)), "goal-0-1")
    assert held(simulation)[1] == ("goal-0-1", 0, False)


@pytest.mark.parametrize(
    "limits, setpoint, words",
    [
        (
            Limits(operating=((-0.1, 0.1), (-3.0, 3.0))),
            moving(0.25, 0.5),
            "joint 1 must be commanded within",
        ),
        (
            Limits(velocity=(9.0, 0.05)),
            moving(0.25, 0.5),
            "joint 2 must be commanded at most 0.05 rad/s, got 0.1",
        ),
    ],
)
def test_a_stream_beyond_the_limits_is_refused_by_name_and_what_was_held_stays(
    limits, setpoint, words
):
    simulation = controlled(0.0, 0.0)
    simulation.set_limits(limits)
    before = held(simulation)
    with pytest.raises(ControlError, match=words):
        following(simulation, setpoint=setpoint)
    assert held(simulation) == before
    assert simulation.snapshot().tenure.refused == MOTION


def test_an_old_stream_is_not_even_refused():
    simulation = following(controlled())
    simulation.hold(Setpoint.at_rest((0.0, 0.0)))
    simulation.set_limits(Limits(velocity=(0.01, 0.01)))
    following(simulation, opening=False)
    assert simulation.snapshot().tenure.refused == ""


# -- stale streams ---------------------------------------------------------------------------------
def test_a_stream_that_falls_silent_ends_in_a_stop_where_it_was_last():
    simulation = following(controlled())
    assert after(simulation, LEASE).controller.setpoint == moving(0.25, 0.5)
    assert ticked(simulation, 1).controller.setpoint == Setpoint.at_rest((0.25, 0.5))
    assert held(simulation)[1] == (MOTION, 0, False)


def test_a_stream_that_is_fed_within_its_lease_does_not_go_stale():
    simulation = following(controlled())
    for _ in range(10):
        following(after(simulation, 0.9 * LEASE), opening=False)
        assert simulation.controller.setpoint == moving(0.25, 0.5)
    assert after(simulation, 1.1 * LEASE).controller.setpoint == Setpoint.at_rest((0.25, 0.5))


def test_a_stream_that_was_silent_for_a_while_may_go_on():
    simulation = after(following(controlled()), 3 * LEASE)
    assert held(following(simulation, opening=False, setpoint=moving(0.3, 0.6)))[0] == moving(
        0.3, 0.6
    )


@pytest.mark.parametrize(
    "count, stale",
    [(1, False), (STREAM_LENGTH - 1, False), (STREAM_LENGTH, True), (3 * STREAM_LENGTH, True)],
)
def test_a_clients_setpoints_with_velocities_go_stale_only_as_a_stream(count, stale):
    simulation = controlled()
    for _ in range(count):
        simulation.hold(moving(0.25, 0.5))
        after(simulation, LEASE / 10)
    after(simulation, 2 * LEASE)
    assert simulation.controller.setpoint == (
        Setpoint.at_rest((0.25, 0.5)) if stale else moving(0.25, 0.5)
    )


def test_a_setpoint_at_rest_ends_a_stream_and_is_held_for_ever():
    simulation = following(controlled())
    simulation.hold(Setpoint.at_rest((1.0, 1.0)))
    assert after(simulation, 3 * LEASE).controller.setpoint == Setpoint.at_rest((1.0, 1.0))


def test_a_reset_ends_a_stream():
    simulation = controlled()
    for _ in range(STREAM_LENGTH - 1):
        simulation.hold(moving(0.25, 0.5))
    simulation.reset()
    simulation.hold(moving(0.5, 0.5))  # this would be the tenth
    assert after(simulation, 3 * LEASE).controller.setpoint == moving(0.5, 0.5)


def test_a_paused_arm_lets_no_stream_go_stale():
    simulation = following(controlled())
    simulation.paused = True
    assert after(simulation, 3 * LEASE).controller.setpoint == moving(0.25, 0.5)


def test_a_refused_setpoint_does_not_feed_a_stream():
    simulation = following(controlled())
    simulation.set_limits(Limits(velocity=(0.2, 0.2)))
    after(simulation, 0.9 * LEASE)
    with pytest.raises(ControlError):
        following(simulation, opening=False, setpoint=moving(0.3, 0.6, rate=1.0))
    assert after(simulation, 0.2 * LEASE).controller.setpoint == Setpoint.at_rest((0.25, 0.5))


def test_a_successor_lets_a_stream_go_stale_too():
    simulation = successor(after(following(controlled()), LEASE / 2))
    assert after(simulation, LEASE).controller.setpoint == Setpoint.at_rest((0.25, 0.5))


def test_a_stale_stream_changes_nothing_but_the_velocity():
    simulation = after(following(controlled()), LEASE)
    stopped = successor(simulation)
    stopped.hold(Setpoint.at_rest((0.25, 0.5)), MOTION)
    assert kept(ticked(simulation, 1)) == kept(ticked(stopped, 1))


@pytest.mark.parametrize("commander", ["", "goal-0-1"])
def test_a_stream_that_lost_command_cannot_open_again(commander):
    simulation = following(controlled())
    simulation.hold(moving(0.75, 0.75), commander)
    assert following(simulation).controller.setpoint == moving(0.75, 0.75)
    assert following(simulation, stream="motion-0-2").controller.setpoint == moving(0.25, 0.5)


def test_the_commander_before_the_present_one_is_seen():
    simulation = controlled()
    names = []
    for commander in ("goal-0-1", "goal-0-1", "", MOTION, "goal-0-2"):
        simulation.hold(moving(0.1, 0.1), commander)
        names.append(simulation.snapshot().tenure.superseded)
    assert names == ["a test", "a test", "a test", "goal-0-1", MOTION]
