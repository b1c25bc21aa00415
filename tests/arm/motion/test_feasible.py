"""Whether a leg may and can be followed: angles, rates, contacts, efforts, and refusals."""

import math
import random

import pytest

from actors.arm.dynamics import gravity_load, inverse_dynamics
from actors.arm.errors import MotionError
from actors.arm.limits import Limits
from actors.arm.model import Arm
from actors.arm.motion.distances import Obstacle
from actors.arm.motion.feasible import check
from actors.arm.motion.leg import Leg
from actors.arm.motion.profile import PROFILES
from actors.arm.motion.scene import Scene
from actors.arm.motion.timing import joint_leg
from actors.arm.simulation import Simulation

ARM = Arm.of_links(2)
FREE = Limits()
PEAKS = {"quintic": 1, "trapezoid": 0.5, "steady": 0}  # s, of motions that take 2 s
every_profile = pytest.mark.parametrize("profile", PROFILES)


def joints(profile="quintic", duration=2.0, start=(0.0, 0.5), goal=(1.0, -0.5)):
    return Leg((start, goal), (0.0, 1.0), profile, duration)


def pen(profile="steady", duration=2.0):
    """Three waypoints; on the second piece joint 1 is faster."""
    return Leg(
        ((0.0, 0.5), (0.25, 0.5), (1.0, -0.5)),
        (0.0, 0.5, 1.0),
        profile,
        duration,
        ((1.0, 0.0), (1.0, 0.5), (1.25, 0.5)),
    )


def scene(arm, limits, obstacles=()):
    return Scene(arm, limits, 0, tuple(Obstacle(*each) for each in obstacles), (45.0, 16.0))


def refusal(leg, limits=FREE, obstacles=(), arm=ARM):
    with pytest.raises(MotionError) as refused:
        check(scene(arm, limits, obstacles), leg)
    return str(refused.value)


def is_free(leg, limits=FREE, obstacles=(), arm=ARM):
    check(scene(arm, limits, obstacles), leg)
    return True


@pytest.mark.parametrize("leg", [joints(), pen(), joints(duration=0.004, goal=(0.0, 0.5))])
def test_where_nothing_bounds_the_arm_everything_is_possible(leg):
    assert is_free(leg)


# -- angles ----------------------------------------------------------------------------------------
@pytest.mark.parametrize("which", ["position", "operating"])
@pytest.mark.parametrize(
    "leg, allowed, words",
    [
        (
            joints(),
            ((0.1, 2.0), (-1.0, 1.0)),
            "joint 1 would be at 0 rad at the start, outside its limits [0.1, 2]",
        ),
        (
            joints(),
            ((-1.0, 0.9), (-1.0, 1.0)),
            "joint 1 would be at 1 rad at the end, outside its limits [-1, 0.9]",
        ),
        (
            joints(),
            ((-1.0, 1.0), (-0.25, 1.0)),
            "joint 2 would be at -0.5 rad at the end, outside its limits [-0.25, 1]",
        ),
        (
            pen(),
            ((-1.0, 0.2), (-1.0, 1.0)),
            "joint 1 would be at 0.25 rad at point 2 of 3, (1, 0.5), outside its limits [-1, 0.2]",
        ),
        (
            pen(),
            ((0.1, 2.0), (-1.0, 1.0)),
            "joint 1 would be at 0 rad at point 1 of 3, (1, 0), outside its limits [0.1, 2]",
        ),
    ],
)
def test_the_first_angle_outside_its_limits_is_named_with_where_and_how_much(
    which, leg, allowed, words
):
    assert refusal(leg, Limits(**{which: allowed})) == words


def test_operating_limits_bind_more_than_hard_stops():
    wide = ((-9.0, 9.0),) * 2
    narrow = ((-1.0, 0.5), (-1.0, 1.0))
    assert "joint 1" in refusal(joints(), Limits(position=wide, operating=narrow))


def test_angles_may_be_at_their_limits():
    assert is_free(joints(), Limits(operating=((0.0, 1.0), (-0.5, 0.5))))


# -- rates -----------------------------------------------------------------------------------------
@every_profile
def test_the_peak_rate_counts_and_may_be_at_its_limit(profile):
    peak = PROFILES[profile].peak_rate / 2.0  # rad/s: both joints turn by 1 rad in 2 s
    assert is_free(joints(profile), Limits(velocity=(peak, peak)))
    text = refusal(joints(profile), Limits(velocity=(0.999 * peak, 9.0)))
    assert text == (
        f"joint 1 would turn at {peak:.6g} rad/s {PEAKS[profile]} s after the start, "
        f"faster than its limit of {0.999 * peak:g}"
    )


@pytest.mark.parametrize(
    "velocity, words",
    [
        (
            (0.2, 9.0),
            "joint 1 would turn at 0.75 rad/s after point 2 of 3, (1, 0.5), "
            "faster than its limit of 0.2",
        ),
        (
            (0.5, 9.0),
            "joint 1 would turn at 0.75 rad/s after point 2 of 3, (1, 0.5), "
            "faster than its limit of 0.5",
        ),
        (
            (9.0, 0.5),
            "joint 2 would turn at 1 rad/s after point 2 of 3, (1, 0.5), "
            "faster than its limit of 0.5",
        ),
    ],
)
def test_the_fastest_place_of_a_joint_that_is_too_fast_is_named(velocity, words):
    assert refusal(pen(), Limits(velocity=velocity)) == words


def test_a_motion_that_leads_nowhere_is_never_too_fast():
    assert is_free(joints(duration=0.004, goal=(0.0, 0.5)), Limits(velocity=(1e-300, 1e-300)))


@every_profile
def test_a_rate_that_passes_is_never_exceeded_on_the_way(profile):
    leg = pen(profile)
    bounds = [
        max(abs(leg.at(2.0 * k / 1000).velocity[joint]) for k in range(1000)) for joint in (0, 1)
    ]
    for joint in (0, 1):
        velocity = [9.0, 9.0]
        velocity[joint] = 0.9999 * bounds[joint]
        assert f"joint {joint + 1} would turn" in refusal(leg, Limits(velocity=tuple(velocity)))


# -- contact ---------------------------------------------------------------------------------------
def test_of_a_contact_the_link_the_obstacle_and_the_place_are_named():
    at = (1.5 * math.cos(0.5), 1.5 * math.sin(0.5), 0.05)
    stiff = joints(start=(0.0, 0.001), goal=(1.0, 0.001))
    assert (
        refusal(stiff, obstacles=[at])
        == f"link 2 touches the obstacle at ({at[0]:g}, {at[1]:g}) on the way"
    )


def test_on_a_path_of_the_pen_the_waypoint_after_which_it_touches_is_named():
    poses = tuple((0.25 * k, 0.001) for k in range(4))
    points = tuple((float(k), 0.5) for k in range(4))
    leg = Leg(poses, (0.0, 0.25, 0.5, 1.0), "steady", 4.0, points)
    text = refusal(leg, obstacles=[(1.9 * math.cos(0.4), 1.9 * math.sin(0.4), 0.01)])
    assert text.startswith("link 2 touches the obstacle at (") and text.endswith(
        " after point 2 of 4, (1, 0.5)"
    )


def test_a_fold_is_named():
    assert refusal(joints(goal=(0.0, 4.0))) == "link 2 folds onto link 1 on the way"


# -- efforts ---------------------------------------------------------------------------------------
HORIZONTAL = joints(start=(0.0, 0.0), goal=(0.0, 0.0))  # gravity alone: 19.62 and 4.905 N m


def test_a_load_that_needs_more_than_the_limit_is_refused_with_joint_effort_moment_and_limit():
    assert refusal(HORIZONTAL, Limits(effort=(19.0, 9.0))) == (
        "joint 1 would need 19.62 N m 0 s after the start, its limit is 19"
    )
    assert refusal(HORIZONTAL, Limits(effort=(99.0, 4.0))) == (
        "joint 2 would need 4.905 N m 0 s after the start, its limit is 4"
    )


def test_a_load_may_be_at_its_limit():
    assert is_free(HORIZONTAL, Limits(effort=tuple(gravity_load(ARM, (0.0, 0.0)))))


def test_a_negative_effort_counts_like_a_positive_one():
    assert "joint 1 would need -19.62 N m" in refusal(
        joints(start=(math.pi, 0.0), goal=(math.pi, 0.0)), Limits(effort=(19.0, 9.0))
    )


@pytest.mark.parametrize("joint", [0, 1])
@every_profile
def test_what_a_fast_motion_needs_counts_with_accelerations_and_velocities(profile, joint):
    """Without gravity and damping, so that nothing is needed to stand."""
    arm = Arm(0.0, (1.0, 1.0), (1.0, 1.0))
    leg = joints(profile, 0.5)
    moments = [0.5 * k / 20000 for k in range(20000)]
    most = max(
        abs(
            inverse_dynamics(arm, leg.at(t).position, leg.at(t).velocity, leg.acceleration(t))[
                joint
            ]
        )
        for t in moments
    )
    assert most > 0.1
    bounds = [1e9, 1e9]
    bounds[joint] = most * 1.000001
    assert is_free(leg, Limits(effort=tuple(bounds)), arm=arm)
    bounds[joint] = most * 0.999  # a trapezoid has a jump of the acceleration
    text = refusal(leg, Limits(effort=tuple(bounds)), arm=arm)
    assert text.startswith(f"joint {joint + 1} would need ") and text.endswith(
        f"its limit is {bounds[joint]:g}"
    )


def test_a_slow_motion_passes_where_a_fast_one_does_not():
    arm = Arm(0.0, (1.0, 1.0), (1.0, 1.0))
    limits = Limits(effort=(1.0, 1.0))
    assert "would need" in refusal(joints(duration=0.5), limits, arm=arm)
    assert is_free(joints(duration=20.0), limits, arm=arm)


def test_damping_is_paid_for():
    thick = Arm(0.0, (1.0, 1.0), (1.0, 1.0), own_damping=(10.0, 0.0))
    leg = joints("steady", 1.0, goal=(1.0, 0.5))
    limits = Limits(effort=(9.0, 9.0))
    assert "joint 1 would need 10 N m" in refusal(leg, limits, arm=thick)
    assert is_free(leg, limits, arm=Arm(0.0, (1.0, 1.0), (1.0, 1.0)))


# -- the order -------------------------------------------------------------------------------------
def test_angles_come_before_rates_rates_before_contacts_and_contacts_before_efforts():
    everything = {
        "operating": ((-1.0, 0.5), (-1.0, 1.0)),
        "velocity": (0.1, 0.1),
        "effort": (0.1, 0.1),
    }
    obstacle = [(0.5, 0.0, 0.1)]
    texts = []
    for field in (None, "operating", "velocity"):
        everything.pop(field, None)
        texts.append(refusal(joints(), Limits(**everything), obstacle))
    texts.append(refusal(joints(), Limits(**everything)))
    assert [
        "would be at" in texts[0],
        "would turn at" in texts[1],
        "touches" in texts[2],
        "would need" in texts[3],
    ] == [True] * 4


# -- what is planned is followed -------------------------------------------------------------------
@every_profile
def test_the_arm_refuses_no_setpoint_of_a_motion_that_uses_its_limits_to_the_full(profile):
    rnd = random.Random(profile)
    simulation = Simulation(2)
    for _ in range(200):
        start, goal = ([rnd.uniform(-1.5, 1.5) for _ in range(2)] for _ in range(2))
        bounds = tuple((min(pair), max(pair)) for pair in zip(start, goal))
        limits = Limits(operating=bounds, velocity=(rnd.uniform(0.1, 2.0),) * 2)
        leg = joint_leg(start, goal, limits, profile)
        check(scene(simulation.arm, limits), leg)
        simulation.set_limits(limits)
        for k in range(41):
            simulation.hold(leg.at(leg.duration * k / 40))  # raises ControlError
