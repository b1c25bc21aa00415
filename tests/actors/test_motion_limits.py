"""The motion actor: motions of an arm whose limits are changed, or exclude where it is."""

import pytest
from motion_bench import Bench

from actors.arm.limits import Limits
from actors.arm.motion.planning import NEAR
from actors.arm.pid import Setpoint
from protocol import names

LIMITED = Limits(operating=((-3.14, 3.14), (-3.14, 3.14)))
MOTIONS = {
    names.MOVE_JOINTS: {"positions": [0.5, -0.5]},
    names.MOVE_LINE: {"x": 1.2, "y": 0.4},
    names.DRAW: {"points": [[1.2, 0.3], [1.4, 0.3]]},
}


@pytest.fixture
def bench():
    with Bench() as bench:
        yield bench


def hold(bench, *pose):
    bench.arm.position = pose
    bench.arm.hold(Setpoint.at_rest(pose))


@pytest.mark.parametrize("service, args", MOTIONS.items())
def test_a_motion_of_an_arm_outside_its_limits_is_refused_in_one_sentence(bench, service, args):
    hold(bench, 7.0, 0.5)
    bench.arm.set_limits(LIMITED)
    refused = bench.request(service, args)
    assert not refused.result
    assert "joint 1 would be at 7 rad at the start, outside its limits" in refused.status
    assert bench.setpoints == []


@pytest.mark.parametrize("service, args", MOTIONS.items())
def test_once_it_is_led_in_a_motion_begins_where_the_arm_is(bench, service, args):
    hold(bench, 3.5, 0.5)
    bench.arm.set_limits(LIMITED)
    bench.run(2.0)
    assert bench.request(service, args).result
    (first,) = {sent.setpoint.position for sent in bench.setpoints[:1]}
    assert first == pytest.approx(bench.arm.position, abs=NEAR)
    bench.run(0.1)
    assert max(map(abs, bench.arm.velocity)) < 1.0


@pytest.mark.parametrize("end", [0.2, 0.6, 1.5])
def test_limits_that_are_set_during_a_motion_end_it_without_a_jump(bench, end):
    motion_id = bench.request(names.MOVE_JOINTS, {"positions": [2.0, 0.0], "duration": 4.0}).values[
        "motion_id"
    ]
    bench.run(2.0)  # now it is at 1 rad
    bench.arm.set_limits(Limits(operating=((-end, end), (-end, end))))
    fastest = 0.0
    for _ in range(100):
        bench.run(0.04)
        fastest = max(fastest, *map(abs, bench.arm.velocity))
    assert bench.outcomes() == [(motion_id, "faulted")]
    assert fastest < 1.5  # rad/s; the motion has at most 0.94, and the arm is led back with 1
    assert abs(bench.arm.position[0]) < end + 0.01
