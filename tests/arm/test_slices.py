"""Computations in slices: the longest ones let others go on often, with the same results."""

import time

import pytest

from actors.arm.descent import OUT_OF_STEPS, Rules, clamped_descent
from actors.arm.expression import read
from actors.arm.kinematics import Target
from actors.arm.limits import Limits
from actors.arm.model import Arm
from actors.arm.motion.branch import joint_path
from actors.arm.motion.contact import first_contact
from actors.arm.motion.distances import Obstacle
from actors.arm.motion.feasible import check
from actors.arm.motion.path import Path
from actors.arm.motion.scene import Scene
from actors.arm.motion.smooth import smooth_leg
from actors.arm.motion.timing import pen_leg
from actors.arm.particle import LONG, integrate, particle_step
from actors.arm.slices import in_slices, result_of

LONGEST = 0.05  # s, between two signs of life; most slices take less than 1 ms
RADIUS = 0.2  # m
PATH = Path.circle((1.4, 0.3), RADIUS)
SPACING = PATH.length / 1999  # m: 2,000 waypoints
CORNERS = Path.through([PATH.at(PATH.length * k / 1999) for k in range(2000)])
WAYPOINTS = [PATH.at(PATH.length * k / 1999) for k in range(2000)]
FAR = tuple(Obstacle(-2.5 - 0.1 * k, 1.0, 0.1) for k in range(32))


def poses(n):
    return joint_path((1.0,) * n, PATH, "positive", (0.1, 0.2, 0.3)[:n], spacing=SPACING)[1]


def checked(n):
    everything = Limits(position=((-3.2, 3.2),) * n, velocity=(1e3,) * n, effort=(1e6,) * n)
    leg = pen_leg(WAYPOINTS, poses(n), "quintic", 0.1)
    return check.slices(Scene(Arm.of_links(n), everything, 0, FAR, (1.0,) * n), leg)


def descent(n):
    rules = Rules(alpha=1e-9, tol=0.0, stall=0.0, max_iters=10_000)
    return clamped_descent.slices(
        (1.0,) * n, Target(5.0, 5.0), (0.1, 0.2, 0.3)[:n], ((-3.0, 3.0),) * n, rules
    )


RK4 = ("rk4", 0.1)
COMPUTATIONS = {
    "a descent": lambda n: descent(n),
    "a path": lambda n: joint_path.slices(
        (1.0,) * n,
        PATH,
        "negative",
        (0.1, -0.2, 0.3)[:n],
        ((-3.2, 3.2),) * n,
        spacing=SPACING,
    ),
    "contacts": lambda n: first_contact.slices((1.0,) * n, poses(n), FAR),
    "checks": checked,
    "a smooth leg": lambda n: smooth_leg.slices(CORNERS, CORNERS.ends, poses(n), "steady", 1, n),
    "an integration": lambda n: integrate.slices(
        particle_step("+".join(f"ln({k}-t)" for k in range(-9, 9 * n)), "rk4", 0.1),
        0.0,
        0.0,
        0.1,
        2000,
    ),
    "a long function": lambda n: particle_step.slices("t^" * 9999 + "t", *RK4),
    "a function of many lines": lambda n: particle_step.slices(
        "+".join(f"sin({k}*t)" for k in range(1500)), "rk4", 0.1
    ),
    "a function of a million characters": lambda n: particle_step.slices(
        "t+" * 500_000 + "t", *RK4
    ),
    "operators that wait for the last character": lambda n: read.slices("t^" * 300_000 + "t"),
    "parentheses": lambda n: read.slices("(" * 300_000 + "t" + ")" * 300_000),
    "a number of a million digits": lambda n: read.slices("9" * 1_000_000),
    "a million blanks": lambda n: read.slices("t" + " " * 1_000_000 + "+1"),
    "steps with a very long function": lambda n: integrate.slices(
        particle_step("ln(-t)+" * 50_000 + "t", *RK4), 0.0, 0.0, 0.1, 2
    ),
    "a function of few characters": lambda n: particle_step.slices(
        "t^" * (LONG // 2 - 1) + "t", "rk4", 0.1
    ),
}


@pytest.mark.parametrize("n", [2, 3])
@pytest.mark.parametrize("slices", COMPUTATIONS.values(), ids=list(COMPUTATIONS))
def test_the_longest_computations_let_others_go_on_often(slices, n):
    longest = 0.0
    count = 0
    running = slices(n)
    over = object()
    while True:
        begun = time.process_time()
        if next(running, over) is over:
            break
        longest = max(longest, time.process_time() - begun)
        count += 1
    assert longest < LONGEST


def test_a_computation_has_the_same_result_at_a_stretch_and_in_slices():
    calls = []

    @in_slices
    def total(numbers, start=0):
        """Add numbers."""
        for number in numbers:
            yield
            start += number
        return start

    assert total([1, 2, 3], start=4) == 10
    assert result_of(total.slices([1, 2, 3]), lambda: calls.append(True)) == 6
    assert len(calls) == 3
    assert (total.__name__, total.__doc__) == ("total", "Add numbers.")


def test_a_descent_ends_after_the_step_where_it_would_end_at_a_stretch():
    assert result_of(descent(2)).outcome == OUT_OF_STEPS
