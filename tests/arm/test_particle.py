import math

import pytest
from arm_samples import METHODS, reference

from actors.arm.expression import SyntaxProblem
from actors.arm.particle import AT_ONCE, integrate, particle_step
from actors.arm.slices import result_of

every_method = pytest.mark.parametrize("method", METHODS)
CASES = reference("integration_step")
case_by_case = pytest.mark.parametrize("case", CASES, ids=[c["function"] for c in CASES])
ORDER = {"euler": 1, "midpoint": 2, "verlet": 2, "rk4": 4}


def trajectory(function, method, x0=0.0, xdot0=0.0, dt=0.1, steps=1):
    return integrate(particle_step(function, method, dt), x0, xdot0, dt, steps)


# -- against the reference -------------------------------------------------------------------------
@every_method
@case_by_case
def test_each_method_takes_the_particle_through_the_reference_states(case, method):
    got = trajectory(case["function"], method, case["x0"], case["xdot0"], case["dt"], case["steps"])
    expected = case["methods"][method]
    # The reference asks for this; rounding is about 1e-14. Where a value is near zero, its terms
    # are still about 1.
    assert got.positions == pytest.approx(expected["positions"], rel=1e-9, abs=1e-12)
    assert got.velocities == pytest.approx(expected["velocities"], rel=1e-9, abs=1e-12)


@case_by_case
def test_rk4_comes_close_to_the_true_motion(case):
    got = trajectory(case["function"], "rk4", case["x0"], case["xdot0"], case["dt"], case["steps"])
    # The worst case is sin(3 t) with steps of 0.25 s.
    assert max(abs(a - b) for a, b in zip(got.positions, case["exact_positions"])) < 1e-3


# -- order -----------------------------------------------------------------------------------------
def error_after_two_seconds(method, steps):
    got = trajectory("2*cos(3*t)", method, x0=1.0, xdot0=0.5, dt=2.0 / steps, steps=steps)
    exact = 1.0 + 0.5 * 2.0 + 2 / 9 * (1 - math.cos(6.0)), 0.5 + 2 / 3 * math.sin(6.0)
    return math.dist((got.positions[-1], got.velocities[-1]), exact)


@every_method
def test_halving_the_timestep_cuts_the_error_by_the_order_of_the_method(method):
    coarse = error_after_two_seconds(method, 64)
    fine = error_after_two_seconds(method, 128)
    # The next term of the error is smaller by a factor of some dt = 1/64.
    assert math.log2(coarse / fine) == pytest.approx(ORDER[method], abs=0.2)


@pytest.mark.parametrize(
    "method, position", [("euler", 0.001 * (1 + 3 + 6 + 10 + 15 + 21 + 28 + 36)), ("rk4", 1 / 6)]
)
def test_from_rest_under_t_rk4_reaches_t_cubed_over_six_and_euler_does_not(method, position):
    # The tolerance allows for rounding.
    assert trajectory("t", method, dt=0.1, steps=10).positions[-1] == pytest.approx(
        position, rel=1e-14
    )


@pytest.mark.parametrize("method", ["midpoint", "verlet", "rk4"])
def test_stages_at_their_own_times_beat_one_that_freezes_t(method):
    got = trajectory("t", method, dt=0.1, steps=10).velocities[-1]
    # With t frozen at the start of each step the velocity would be 0.45.
    assert got == pytest.approx(0.5, rel=1e-14)


# -- the shape of the answer -----------------------------------------------------------------------
@every_method
def test_the_starting_point_comes_first_and_each_step_adds_one(method):
    got = trajectory("t", method, x0=2.5, xdot0=-1.5, steps=7)
    assert (got.times[0], got.positions[0], got.velocities[0]) == (0.0, 2.5, -1.5)
    assert [len(column) for column in got] == [8, 8, 8]


def test_times_are_products_and_not_running_sums():
    got = trajectory("t", "euler", dt=0.1, steps=30)
    assert list(got.times) == [k * 0.1 for k in range(31)]


def test_the_stages_of_a_late_step_have_late_times():
    late = trajectory("t", "euler", dt=1.0, steps=4)
    assert list(late.velocities) == [0.0, 0.0, 1.0, 3.0, 6.0]


# -- domain errors ---------------------------------------------------------------------------------
DOMAIN = [  # function, velocity after the first euler step from t = 0
    ("sqrt(-1)", math.nan),
    ("sqrt(t-1)", math.nan),
    ("1/0", math.inf),
    ("1/t", math.inf),
    ("-1/t", -math.inf),
    ("0/0", math.nan),
    ("t/t", math.nan),
    ("ln(0)", -math.inf),
    ("ln(t)", -math.inf),
    ("ln(t-1)", math.nan),
    ("exp(1000)", math.inf),
    ("-exp(1000+t)", -math.inf),
    ("10^400", math.inf),
    ("(10+t)^400", math.inf),
    ("(t-8)^(1/3)", math.nan),
    ("t^-1", math.inf),
    ("sin(1/t)", math.nan),
    ("9^9^9^9", math.inf),
]


@pytest.mark.parametrize("function, velocity", DOMAIN)
def test_a_domain_error_gives_inf_or_nan_as_in_ordinary_floating_point(function, velocity):
    got = trajectory(function, "euler", dt=1.0).velocities
    # inf and nan are compared without a tolerance.
    assert got == pytest.approx([0.0, velocity], nan_ok=True)


@pytest.mark.parametrize(
    "method, stage_fails", [("euler", 0), ("midpoint", 0), ("verlet", 1), ("rk4", 1)]
)
def test_a_domain_error_in_a_later_stage_alone_is_enough(method, stage_fails):
    got = trajectory("sqrt(0.07-t)", method, dt=0.1)  # fine at 0 and 0.05, not at 0.1
    assert math.isnan(got.velocities[1]) == stage_fails


@every_method
def test_a_trajectory_goes_on_after_a_domain_error(method):
    got = trajectory("ln(0.35-t)", method, steps=6)
    assert [math.isfinite(x) for x in got.velocities[:3]] == [True, True, True]
    assert math.isnan(got.velocities[6])
    assert got.times[6] == 6 * 0.1


@pytest.mark.parametrize("dt", [5e-324, 1e-320, 1e-300, 1e150, 1e300, 1.7e308])
@every_method
def test_any_timestep_is_walked_through(method, dt):
    got = trajectory("sin(t)+1/t", method, x0=1.0, xdot0=1.0, dt=dt, steps=3)
    assert list(got.times) == [0.0, dt, 2 * dt, 3 * dt]


# -- the rest --------------------------------------------------------------------------------------
def test_a_function_that_cannot_be_read_is_refused_before_the_first_step():
    with pytest.raises(SyntaxProblem):
        particle_step("t +", "rk4", 0.1)


def test_a_longer_function_is_more_work():
    assert (
        particle_step("t", "rk4", 0.1).operations
        < particle_step("sin(t)*exp(-t)+t^3", "rk4", 0.1).operations
    )


def test_more_stages_are_more_work():
    assert (
        particle_step("sin(t)", "euler", 0.1).operations
        < particle_step("sin(t)", "rk4", 0.1).operations
    )


@pytest.mark.parametrize(
    "function, steps",
    [
        ("t", 200_000),
        ("+".join(f"({k}+t)/{k}" for k in range(1, 1000)), 1000),
        ("+".join(["t*t"] * 20_000), 5),
    ],
    ids=["many steps", "a long function", "a very long function"],
)
def test_a_long_computation_lets_others_go_on_meanwhile(function, steps):
    step = particle_step(function, "rk4", 0.1)
    slices = list(integrate.slices(step, 0.0, 0.0, 0.1, steps))
    # So many operations take less than 1 ms, or about 5 ms if each of them is a domain error.
    assert len(slices) >= step.operations * steps // (2 * AT_ONCE)


@every_method
def test_a_computation_in_slices_has_the_result_of_one_at_a_stretch(method):
    step = particle_step("sin(3*t)/(t-1)", method, 0.1)
    slices = integrate.slices(step, 1.0, -0.5, 0.1, 3000)
    assert [list(x) for x in result_of(slices)] == [
        list(x) for x in integrate(step, 1.0, -0.5, 0.1, 3000)
    ]


SHORTEST = {"long": (0, 1_000), "very long": (0, 0)}  # of long and of very long programs


@every_method
@pytest.mark.parametrize("lengths", SHORTEST.values(), ids=list(SHORTEST))
@pytest.mark.parametrize(
    "function",
    ["t", "sin(3*t)*exp(-t)", "1/(t-0.3)", "ln(0.35-t)", "2", "sqrt(-1)", "t^t^0.5-(t-8)^(1/3)"],
)
def test_a_long_function_has_the_trajectory_of_a_short_one(method, function, lengths, monkeypatch):
    short = trajectory(function, method, x0=0.3, xdot0=-0.7, steps=20)
    count_as(lengths, monkeypatch)
    long = trajectory(function, method, x0=0.3, xdot0=-0.7, steps=20)
    assert [column.tobytes() for column in short] == [column.tobytes() for column in long]


@every_method
@pytest.mark.parametrize("lengths", SHORTEST.values(), ids=list(SHORTEST))
def test_a_long_function_counts_about_as_many_operations(method, lengths, monkeypatch):
    function = "+".join(f"sin({k}*t)" for k in range(40))
    short = particle_step(function, method, 0.1).operations
    count_as(lengths, monkeypatch)
    long = particle_step(function, method, 0.1).operations
    assert 0.7 * short < long < 1.5 * short


def count_as(lengths, monkeypatch):
    for name, length in zip(("LONG", "VERY_LONG"), lengths):
        monkeypatch.setattr(f"actors.arm.particle.{name}", length)


def test_the_constants_of_a_function_are_no_work():
    assert particle_step("+".join(["1"] * 50_000), "rk4", 0.1).operations < 100
