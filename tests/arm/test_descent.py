"""The clamped descent: reference searches step by step, when it stops, and when it fails."""

import math
import random

import pytest
from arm_samples import reference

from actors.arm.descent import OUT_OF_STEPS, REACHED, STALLED, Rules, clamped_descent, gradient
from actors.arm.errors import GeometryError
from actors.arm.kinematics import Target

UNIT = (1.0, 1.0)
CORNER = Target(1.0, 1.0)
SEARCH = {
    "lengths": UNIT,
    "target": CORNER,
    "start": (0.2, 0.5),
    "limits": ((-3.0, 3.0), (0.0, 2.5)),
}
RULES = Rules(alpha=0.2, tol=1e-4, stall=1e-7, max_iters=1000)
CASES = reference("descent")


def search(**changes):
    rules = {name: changes.pop(name) for name in Rules._fields if name in changes}
    return clamped_descent(**SEARCH | changes, rules=RULES._replace(**rules))


@pytest.mark.parametrize(
    "case", CASES, ids=[f"{i} {c['expected']['status']}" for i, c in enumerate(CASES)]
)
def test_each_reference_search_ends_after_the_same_steps_in_the_same_way(case):
    found = clamped_descent(
        (case["l1"], case["l2"]),
        Target(*case["target"]),
        case["start"],
        case["limits"],
        Rules(*(case[name] for name in Rules._fields)),
    )
    wanted = case["expected"]
    assert (found.iterations, found.outcome) == (wanted["k"], wanted["status"])
    # The reference asks for 1e-6.
    assert (*found.positions, found.distance) == pytest.approx(
        (wanted["t1"], wanted["t2"], wanted["d"]), rel=0, abs=1e-6
    )


# -- the rules for stopping, in their order --------------------------------------------------------
@pytest.mark.parametrize(
    "changes, iterations, outcome",
    [
        ({"tol": 10.0, "max_iters": 0}, 0, REACHED),
        ({"max_iters": 0}, 0, OUT_OF_STEPS),
        # Stalling is checked after the step and before the number of steps left.
        ({"max_iters": 1, "stall": 10.0}, 1, STALLED),
        # The descent is near enough, so it does not matter that it stands still.
        ({"max_iters": 1, "stall": 10.0, "tol": 0.55}, 1, REACHED),
        ({"max_iters": 1}, 1, OUT_OF_STEPS),
        (
            {"stall": 0.0, "start": (math.pi / 4, 0.0), "limits": ((-3.0, 3.0), (0.0, 0.0))},
            1,
            STALLED,
        ),
        ({"tol": 0.0, "start": (0.0, math.pi / 2), "stall": 0.0, "max_iters": 50}, None, None),
    ],
)
def test_the_rules_for_stopping_come_in_their_order(changes, iterations, outcome):
    found = search(**changes)
    if outcome is None:  # only rounding is left to be descended
        assert found.distance < 1e-15 and found.iterations <= 50
    else:
        assert (found.iterations, found.outcome) == (iterations, outcome)


def test_a_step_counts_as_standing_still_only_if_no_angle_moved():
    """The second joint is at its stop, the first goes on."""
    one = search(start=(1.2, 0.0), limits=((-3.0, 3.0), (0.0, 1e-9)), stall=1e-6, max_iters=1)
    assert one.outcome == OUT_OF_STEPS and abs(one.positions[0] - 1.2) > 1e-6


def test_no_steps_leave_the_start_untouched():
    found = search(max_iters=0)
    assert found.positions == SEARCH["start"]
    assert found.distance == CORNER.distance(UNIT, SEARCH["start"])


@pytest.mark.parametrize("links", [2, 3])
def test_a_search_never_leaves_its_limits(links):
    for seed in range(60):
        rng = random.Random(seed)
        limits = tuple((rng.uniform(-3.0, 0.0), rng.uniform(0.0, 3.0)) for _ in range(links))
        found = search(
            lengths=(1.0,) * links,
            target=Target(rng.uniform(-3, 3), rng.uniform(-3, 3)),
            limits=limits,
            start=tuple(rng.uniform(*pair) for pair in limits),
            alpha=10 ** rng.uniform(-2, 3),
            max_iters=60,
        )
        assert all(
            lowest <= angle <= highest for (lowest, highest), angle in zip(limits, found.positions)
        )


def test_without_limits_the_search_is_free():
    found = search(limits=None, start=(3.0, 3.0))
    assert found.outcome == REACHED and found.distance <= 1e-4


# -- three links, and the slope --------------------------------------------------------------------
@pytest.mark.parametrize("links", [2, 3])
def test_the_slope_is_that_of_half_the_squared_distance(links):
    for seed in range(20):
        rng = random.Random(seed)
        lengths = [rng.uniform(0.3, 1.5) for _ in range(links)]
        target = Target(rng.uniform(-2, 2), rng.uniform(-2, 2))
        angles = [rng.uniform(-3.0, 3.0) for _ in range(links)]

        def energy(i, h, lengths=lengths, target=target, angles=angles):
            return (
                target.distance(lengths, [a + h * (k == i) for k, a in enumerate(angles)]) ** 2 / 2
            )

        slopes = [(energy(i, 1e-5) - energy(i, -1e-5)) / 2e-5 for i in range(links)]
        # The differences are taken over 1e-5.
        assert gradient(lengths, angles, target) == pytest.approx(slopes, abs=1e-8)


def test_three_links_reach_a_target_within_their_limits():
    found = search(
        lengths=(1.0, 0.7, 0.4),
        start=(0.2, 0.5, 0.1),
        limits=((-3.0, 3.0), (0.0, 2.5), (-0.5, 0.5)),
    )
    assert found.outcome == REACHED and len(found.positions) == 3


# -- searches that cannot end well -----------------------------------------------------------------
@pytest.mark.parametrize("alpha", [1e3, 1e150, 1e300, 1.7e308])
def test_strides_beyond_all_bounds_go_from_stop_to_stop(alpha):
    found = search(alpha=alpha, max_iters=50)
    assert found.iterations <= 50 and all(abs(angle) <= 3.0 for angle in found.positions)


@pytest.mark.parametrize(
    "changes",
    [
        {"alpha": 1e300, "limits": None},
        {"alpha": 1.7e308, "limits": None},
        {"target": Target(1.7e308, 1.7e308)},
        {"lengths": (1.7e308, 1.7e308)},
        {"lengths": (1e200, 1e200), "target": Target(1e200, 0.0), "limits": None},
        {"start": (1.7e308, 1.7e308), "limits": None},
    ],
    ids=str,
)
def test_a_search_beyond_all_doubles_ends_or_is_refused(changes):
    try:
        found = search(max_iters=50, **changes)
    except GeometryError as refused:
        assert str(refused)
    else:
        assert all(map(math.isfinite, (*found.positions, found.distance)))
