"""What a recording keeps of a motion."""

from itertools import pairwise

from executions import EXACT, START, UNIT, execution, led, leg, observed, snapshot

from actors.arm.forward_kinematics import end_effector
from actors.arm.motion.plan import NOTHING, VELOCITY, Stage
from actors.arm.motion.recording import sample


def test_a_sample_is_the_setpoint_the_state_and_where_the_pen_was_meant_to_be():
    moving = execution(Stage(leg(), lookahead=0.25))
    observed(moving, 0.5, position=START)
    kept = sample(moving, snapshot(0.5, START, (0.1, 0.2)))
    assert (kept.time, kept.position, kept.velocity, kept.effort) == (
        0.5,
        START,
        (0.1, 0.2),
        (0.5, 0.25),
    )
    assert (kept.setpoint, kept.setpoint_velocity) == (
        leg().at(0.75).position,
        leg().at(0.75).velocity,
    )
    assert kept.meant == end_effector(UNIT, leg().at(0.5).position)[:2]
    assert kept.pen == end_effector(UNIT, START)[:2]


def test_samples_of_a_whole_motion_have_rising_times():
    moving = execution()
    samples = []
    for k in range(17):
        led(moving, k * EXACT).observe(snapshot(k * EXACT))
        samples.append(sample(moving, snapshot(k * EXACT)))
    assert all(a.time < b.time for a, b in pairwise(samples))
    assert [kept.setpoint for kept in samples] == [leg().at(k * EXACT).position for k in range(17)]


def test_a_sample_shows_the_setpoint_that_was_sent():
    for feedforward in (VELOCITY, NOTHING):
        moving = execution(Stage(leg(), feedforward=feedforward, lookahead=0.125))
        sent = moving.setpoint(0.25)
        kept = sample(moving, snapshot(0.25))
        assert (kept.setpoint, kept.setpoint_velocity) == (sent.position, sent.velocity)
