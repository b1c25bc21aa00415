"""/arm_sim/integration_step as clients see it: its numbers, and what it refuses."""

import math

import pytest

STEP = "/arm_sim/integration_step"
METHODS = ["euler", "midpoint", "verlet", "rk4"]
VALID = {"function": "t", "x0": 0.0, "xdot0": 0.0, "dt": 0.1, "steps": 3, "integrator": "rk4"}
pytestmark = pytest.mark.parametrize("links", [2])


def step(client, **fields):
    return client.call(STEP, VALID | fields)


def value_of(client, function):
    """The function at t = 0: the velocity after one Euler step of 1 s."""
    answer = step(client, function=function, dt=1.0, steps=1, integrator="euler")
    assert answer["result"], answer["status"]
    return answer["values"]["velocities"][1]


# -- numbers -------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "method, function, position, velocity",
    [
        ("euler", "t", 0.12, 0.45),
        ("midpoint", "t", 0.165, 0.5),
        ("verlet", "t", 0.165, 0.5),
        ("rk4", "t", 1 / 6, 0.5),
        ("euler", "1", 0.45, 1.0),
        ("midpoint", "1", 0.5, 1.0),
        ("verlet", "1", 0.5, 1.0),
        ("rk4", "1", 0.5, 1.0),
    ],
)
def test_each_method_ends_where_it_should_after_a_second(
    client, method, function, position, velocity
):
    answer = step(client, function=function, steps=10, integrator=method)
    assert set(answer["values"]) == {"times", "positions", "velocities"}
    assert answer["values"]["positions"][-1] == pytest.approx(position, abs=1e-9)
    assert answer["values"]["velocities"][-1] == pytest.approx(velocity, abs=1e-9)


@pytest.mark.parametrize(
    "method, least, most",
    [("euler", 1.8, 2.3), ("midpoint", 3.5, 4.5), ("verlet", 3.5, 4.5), ("rk4", 13, 19)],
)
def test_half_the_timestep_divides_the_error_by_the_order_of_the_method(
    client, method, least, most
):
    errors = []
    for n in (10, 20):
        answer = step(client, function="cos(t)", dt=1 / n, steps=n, integrator=method)
        errors.append(answer["values"]["positions"][-1] - (1 - math.cos(1)))
    assert least < abs(errors[0] / errors[1]) < most


def test_there_is_one_entry_per_step_and_one_for_the_start_and_times_do_not_drift(client):
    answer = step(client, function="0", x0=-2.5, xdot0=3, steps=100_000, integrator="euler")
    values = answer["values"]
    assert values["times"] == [k * 0.1 for k in range(100_001)]
    assert (values["positions"][0], values["velocities"][0]) == (-2.5, 3)
    assert len(values["positions"]) == len(values["velocities"]) == 100_001
    assert values["positions"][-1] == pytest.approx(29997.5, abs=1e-6)


def test_xdot0_may_be_omitted_and_steps_written_as_a_float(client):
    request = {field: value for field, value in VALID.items() if field != "xdot0"} | {"steps": 2.0}
    answer = client.call(STEP, request)
    assert answer["result"]
    assert answer["values"]["velocities"][0] == 0 and len(answer["values"]["times"]) == 3


# -- expressions ---------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "function, value",
    [
        ("-2^2", 4),
        ("2^-1", 0.5),
        ("2^3^2", 512),
        ("8/4/2", 1),
        ("10-4-3", 3),
        ("2+3*4", 14),
        ("(2+3)*4", 20),
        ("--3", 3),
        ("abs(-3)", 3),
        ("ln(exp(2))", 2),
        ("sqrt(16)", 4),
        ("-t + 1", 1),
        ("t^2 + 3*t - 1", -1),
        ("1e-3", 0.001),
        ("2.5E2", 250),
        ("1e3*t+1e-3", 0.001),
        (".5", 0.5),
        ("2e+2", 200),
        ("1e-400", 0),
        ("5.", 5),
        ("00012", 12),
        ("(" * 1000 + "7" + ")" * 1000, 7),
        ("(" * 5000 + "7" + ")" * 5000, 7),
        ("-" * 999 + "1", -1),
    ],
)
def test_an_expression_has_the_value_of_the_precedence_table(client, function, value):
    assert value_of(client, function) == pytest.approx(value, rel=1e-12)


@pytest.mark.parametrize(
    "function",
    [
        "",
        "   ",
        "(",
        ")",
        "(t",
        "t)",
        "((t)",
        "foo(t)",
        "x",
        "1 2",
        "t t",
        "2t",
        "t $",
        "t +",
        "* t",
        "sin",
        "sin()",
        "sin(",
        "1,5",
        "t..2",
        "()",
        "t^^2",
        "1e2e3",
        "sin t",
        "t(1)",
        "(1)(2)",
        "__import__('os').getpid()",
        "t.__class__",
        "t if t else 1",
        "lambda: 1",
        "t;t",
        "0x10",
        "1_000",
        "1j",
        "nan",
        "inf",
        "None",
        "True",
        "t==t",
        "[t]",
        "'t'",
        "t\u00b2",
        "\u0664",
        "\ud800",
        "t#",
        "t\0",
        None,
        5,
        ["t"],
        {"f": "t"},
        True,
    ],
)
def test_what_is_no_expression_is_refused_with_a_reason(client, function):
    answer = step(client, function=function)
    assert answer["result"] is False and "function" in answer["status"]


@pytest.mark.parametrize(
    "function",
    [
        "sqrt(-1)",
        "1/0",
        "0/0",
        "ln(0)",
        "ln(-1)",
        "exp(1000)",
        "10^400",
        "-exp(1000)",
        "9^9^9^9",
        "1e400",
        "(-8)^(1/3)",
        "0^-1",
        "tan(1e400)",
        "sqrt(t-1)",
    ],
)
def test_a_domain_error_is_carried_as_null(client, function):
    answer = step(client, function=function, steps=2)
    assert answer["result"] is True
    assert [len(values) for values in answer["values"].values()] == [3, 3, 3]
    assert answer["values"]["velocities"][2] is None


# -- refusals ------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "field, values",
    [
        ("dt", [0, -0.1, "0.1", True, None, [], 10**400]),
        ("steps", [0, -1, 1.5, "3", True, None, 10**12, 1_000_001, 1e300]),
        ("x0", ["0", None, True, [0]]),
        ("xdot0", ["1", True, {}]),
        (
            "integrator",
            [
                None,
                4,
                "RK4",
                "Euler",
                "velocity verlet",
                "runge-kutta",
                "none",
                "",
                "rk4 ",
                ["rk4"],
            ],
        ),
    ],
)
def test_a_bad_field_is_refused_by_name(client, field, values):
    for value in values:
        answer = step(client, **{field: value})
        assert answer["result"] is False and field in answer["status"], value


@pytest.mark.parametrize("field", ["function", "x0", "dt", "steps", "integrator"])
def test_a_missing_field_is_refused_by_name(client, field):
    answer = client.call(STEP, {key: value for key, value in VALID.items() if key != field})
    assert answer["result"] is False and field in answer["status"]
