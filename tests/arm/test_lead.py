"""How a setpoint moves into limits that exclude it."""

import math
from itertools import pairwise

import pytest

from actors.arm.lead import ACCELERATION, SPEED, is_beyond, led, nearer, slowed
from actors.arm.limits import Limits
from actors.arm.pid import Setpoint

HERE = Limits(operating=((-1.0, 1.0), (-0.5, 0.5)), velocity=(2.0, 0.25))
DT = 0.001


def way(limits, setpoint, dt=DT, most=100_000):
    """The setpoint of every tick, until the limits contain it."""
    setpoints = [setpoint]
    while is_beyond(limits, setpoints[-1]):
        setpoints.append(led(limits, setpoints[-1], dt))
        assert len(setpoints) < most
    return setpoints


@pytest.mark.parametrize(
    "setpoint, beyond",
    [
        (Setpoint((1.0, -0.5), (-2.0, 0.25)), False),
        (Setpoint((1.1, 0.0), (0.0, 0.0)), True),
        (Setpoint((0.0, -0.6), (0.0, 0.0)), True),
        (Setpoint((0.0, 0.0), (-2.1, 0.0)), True),
        (Setpoint((0.0, 0.0), (0.0, 0.3)), True),
    ],
    ids=str,
)
def test_positions_and_velocities_may_be_beyond_limits(setpoint, beyond):
    assert is_beyond(HERE, setpoint) == beyond
    assert not is_beyond(Limits(), setpoint)


@pytest.mark.parametrize(
    "held, q, moved",
    [
        (7.0, 7.0, 7.0),  # where the arm is, it stays
        (7.0, 9.0, 7.0),
        (7.0, 5.0, 5.0),  # half-way between limits and setpoint, it moves to the arm
        (7.0, 0.0, 1.0),  # within the limits, it moves to their end
        (7.0, -3.0, 1.0),
        (-7.0, -7.5, -7.0),
        (-7.0, 0.5, -1.0),
        (0.5, 7.0, 0.5),
        (1.0, 0.0, 1.0),
    ],
)
def test_a_setpoint_moves_at_once_only_towards_the_arm(held, q, moved):
    setpoint = Setpoint((held, 0.2), (3.0, 0.0))
    assert nearer(HERE, setpoint, (q, 9.0)) == Setpoint((moved, 0.2), (3.0, 0.0))


def test_velocities_are_cut_off():
    assert slowed(HERE, Setpoint((7.0, 7.0), (-3.0, 0.1))) == Setpoint((7.0, 7.0), (-2.0, 0.1))
    assert slowed(Limits(), Setpoint((7.0,), (9.0,))) == Setpoint((7.0,), (9.0,))


@pytest.mark.parametrize("position", [(7.0, 0.0), (-7.0, 0.9), (1.0001, -0.6), (1.0, 3.0)])
@pytest.mark.parametrize("dt", [0.001, 0.02, 3600.0])
def test_it_ends_at_rest_at_the_end_of_the_limits(position, dt):
    setpoints = way(HERE, Setpoint.at_rest(position), dt)
    wanted = tuple(min(max(q, low), high) for q, (low, high) in zip(position, HERE.operating))
    assert setpoints[-1] == Setpoint.at_rest(wanted)


@pytest.mark.parametrize(
    "setpoint",
    [
        Setpoint((7.0, 0.9), (0.0, 0.0)),
        Setpoint((7.0, -0.9), (2.0, -0.2)),
        Setpoint((2.0, 0.9), (-2.0, 5.0)),
        Setpoint((0.0, 0.0), (-9.0, 5.0)),
    ],
    ids=str,
)
def test_neither_position_nor_velocity_jumps_on_the_way(setpoint):
    setpoints = way(HERE, setpoint)
    for before, after in pairwise(setpoints):
        for joint, most in enumerate((SPEED, 0.25)):
            turned = after.position[joint] - before.position[joint]
            faster = abs(after.velocity[joint] - before.velocity[joint])
            assert abs(turned) <= max(most, abs(before.velocity[joint])) * DT * (1 + 1e-9)
            # At the end it comes to rest from a speed of at most 0.1 rad/s.
            assert faster <= max(ACCELERATION * DT * (1 + 1e-9), 0.1 * (after.velocity[joint] == 0))
            if turned:
                assert after.velocity[joint] in (0.0, pytest.approx(turned / DT, abs=1e-9))


def test_a_joint_whose_setpoint_is_within_the_limits_keeps_its_own():
    setpoints = way(HERE, Setpoint((7.0, 0.3), (0.0, 0.1)))
    assert {(s.position[1], s.velocity[1]) for s in setpoints} == {(0.3, 0.1)}


def test_while_its_velocity_points_outwards_the_position_waits():
    setpoint = led(HERE, Setpoint((3.0, 0.0), (1.0, 0.0)), DT)
    assert setpoint == Setpoint((3.0, 0.0), (1.0 - ACCELERATION * DT, 0.0))


@pytest.mark.parametrize("position", [1e17, -1e300, 1.7e308])
def test_a_setpoint_beyond_all_reach_is_led_as_any_other(position):
    for _ in range(10):
        setpoint = led(HERE, Setpoint.at_rest((position, 0.0)), DT)
        assert all(map(math.isfinite, (*setpoint.position, *setpoint.velocity)))
