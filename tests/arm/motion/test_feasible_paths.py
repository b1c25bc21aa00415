"""Whether paths of the pen may and can be followed: their curvature counts, and true peaks."""

import random

import pytest

from actors.arm.dynamics import inverse_dynamics
from actors.arm.errors import MotionError
from actors.arm.limits import Limits
from actors.arm.model import Arm
from actors.arm.motion.branch import joint_path
from actors.arm.motion.feasible import check
from actors.arm.motion.path import Path
from actors.arm.motion.profile import PROFILES
from actors.arm.motion.scene import Scene
from actors.arm.motion.smooth import smooth_leg
from actors.arm.motion.timing import pen_leg
from actors.arm.simulation import Simulation

ARM = Arm.of_links(2)
every_profile = pytest.mark.parametrize("profile", PROFILES)


def scene(limits, arm=ARM):
    return Scene(arm, limits, 0, (), (1.0,) * arm.links)


def refusal(leg, limits):
    with pytest.raises(MotionError) as refused:
        check(scene(limits), leg)
    return str(refused.value)


def is_free(leg, limits):
    check(scene(limits), leg)
    return True


CIRCLE = Path.circle((1.2, 0.4), 0.2)


def smooth(path=CIRCLE, speed=0.4):
    waypoints = joint_path(ARM.lengths, path, "positive", (0.0, 0.5))
    return smooth_leg(path, *waypoints, "steady", speed, sum(ARM.lengths))


@pytest.mark.parametrize("joint", [0, 1])
@pytest.mark.parametrize("path", [CIRCLE, Path.square((1.2, 0.4), 0.3)], ids=["circle", "square"])
def test_on_a_smooth_leg_the_true_peaks_of_rates_and_efforts_count(path, joint):
    leg = smooth(path)
    moments = [leg.duration * k / 5000 for k in range(5001)]
    rate = max(abs(leg.at(t).velocity[joint]) for t in moments)
    efforts = [inverse_dynamics(ARM, *leg.motion(t))[joint] for t in moments]
    for field, peak, words in (
        ("velocity", rate, "would turn at"),
        ("effort", max(map(abs, efforts)), "would need"),
    ):
        bounds = [1e3, 1e3]
        bounds[joint] = 0.9999 * peak
        text = refusal(leg, Limits(**{field: tuple(bounds)}))
        assert f"joint {joint + 1} {words}" in text and "m along the path" in text
        bounds[joint] = 1.001 * peak
        assert is_free(leg, Limits(**{field: tuple(bounds)}))


def test_a_smooth_leg_may_not_leave_its_limits_between_two_poses_either():
    leg = smooth()
    highest = max(leg.at(leg.duration * k / 5000).position[1] for k in range(5001))
    wide, narrow = (((-3.0, 3.0), (-3.0, highest + by)) for by in (1e-6, -1e-6))
    assert is_free(leg, Limits(operating=wide))
    assert "joint 2 would be at" in refusal(leg, Limits(operating=narrow))


@every_profile
def test_a_straight_leg_on_a_curved_path_is_checked_with_the_curvature_of_the_path(profile):
    distances, poses = joint_path(ARM.lengths, CIRCLE, "positive", (0.0, 0.5), spacing=0.02)
    leg = pen_leg([CIRCLE.at(each) for each in distances], poses, profile, 2.0, CIRCLE)
    assert "would need" in refusal(leg, Limits(effort=(25.0, 8.0)))


@pytest.mark.parametrize("links", [2, 3])
def test_the_arm_refuses_no_setpoint_of_a_drawing_that_passes(links):
    rnd = random.Random(links)
    for _ in range(10):
        simulation = Simulation(links)
        lengths = simulation.arm.lengths
        path = Path.circle((0.6 * links, 0.4), rnd.uniform(0.01, 0.3))
        waypoints = joint_path(lengths, path, "positive", (0.0, 0.5, 0.5)[:links])
        leg = smooth_leg(path, *waypoints, "steady", 0.4, sum(lengths))
        most = max(max(map(abs, leg.at(t).velocity)) for t in leg.times())
        ends = [(min(angles), max(angles)) for angles in zip(*leg.poses)]
        for margin in (1.0, 1.01):
            limits = Limits(
                operating=tuple((low - 1e-3, high + 1e-3) for low, high in ends),
                velocity=(most * margin,) * links,
            )
            simulation.set_limits(limits)
            try:
                check(scene(limits, simulation.arm), leg)
            except MotionError:
                assert margin == 1.0
                continue
            for k in range(500):
                simulation.hold(leg.at(leg.duration * k / 500))  # raises ControlError
