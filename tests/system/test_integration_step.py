"""The checkpoint service over the wire: its numbers, its refusals, and that it disturbs nobody."""

import math
import select
import time

import pytest
from rosbridge import stamp

STEP = "/arm_sim/integration_step"
STATES = "/joint_states"
METHODS = ["euler", "midpoint", "verlet", "rk4"]
VALID = {"function": "t", "x0": 0.0, "xdot0": 0.0, "dt": 0.1, "steps": 3, "integrator": "rk4"}
pytestmark = pytest.mark.parametrize("links", [2])


def step(client, **fields):
    return client.call(STEP, VALID | fields)


def value_of(client, function):
    """f(0), as the velocity after one Euler step of 1 s."""
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
    coarse, fine = (
        abs(
            step(client, function="cos(t)", dt=1 / n, steps=n, integrator=method)["values"][
                "positions"
            ][-1]
            - (1 - math.cos(1))
        )
        for n in (10, 20)
    )
    assert least < coarse / fine < most


def test_there_is_one_entry_per_step_and_one_for_the_start_and_times_do_not_drift(client):
    answer = step(client, function="0", x0=-2.5, xdot0=3, steps=100_000, integrator="euler")[
        "values"
    ]
    assert answer["times"] == [k * 0.1 for k in range(100_001)]
    assert (answer["positions"][0], answer["velocities"][0]) == (-2.5, 3)
    assert len(answer["positions"]) == len(answer["velocities"]) == 100_001
    assert answer["positions"][-1] == pytest.approx(29997.5, abs=1e-6)


def test_xdot0_may_be_omitted_and_steps_written_as_a_float(client):
    request = {field: value for field, value in VALID.items() if field != "xdot0"} | {"steps": 2.0}
    answer = client.call(STEP, request)
    assert (
        answer["result"]
        and answer["values"]["velocities"][0] == 0
        and len(answer["values"]["times"]) == 3
    )


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
    assert answer["result"] is True and [len(values) for values in answer["values"].values()] == [
        3,
        3,
        3,
    ]
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


# -- isolation -----------------------------------------------------------------------------------
def test_the_live_arm_takes_no_notice(client):
    client.call("/arm_sim/set_integrator", {"method": "verlet", "timestep": 0.003})
    client.call("/arm_sim/pause", {"data": True})
    client.subscribe(STATES)
    before = client.fresh(STATES)
    assert step(client, function="100*t", dt=0.5, steps=50, integrator="euler")["result"]
    assert client.fresh(STATES) == before
    assert client.call("/arm_sim/set_integrator")["values"] == {
        "method": "verlet",
        "timestep": 0.003,
    }


@pytest.mark.timeout(120)
def test_a_long_request_slows_down_nobody_and_its_process_counts_as_alive_all_the_while(
    client, connect, runtime
):
    """To compute it takes longer than a hang may; others are answered, and the arm moves on, meanwhile."""
    before = runtime.pid_of("integration")
    busy = connect()
    client.subscribe(STATES)
    first = client.fresh(STATES)
    last = None
    answered = 0
    function = "+".join(f"sin({k}*t)" for k in range(10))
    token = busy.begin(STEP, VALID | {"function": function, "steps": 200_000, "dt": 1e-3})
    begun = time.monotonic()
    while not select.select([busy.socket], [], [], 0)[0]:
        client.settle()
        answered += 1
        *_, last = client.drain(STATES) or [last]
        assert time.monotonic() - begun < 60
    assert answered > 5  # some thousand on an idle machine; held up, it would be 1
    assert stamp(last) - stamp(first) > 0.3  # s; what has no turn makes up for no more than 0.1
    answer = busy.response(token, within=30)
    assert answer["result"] is True, answer["status"]
    assert len(answer["values"]["positions"]) == 200_001
    assert runtime.pid_of("integration") == before


@pytest.mark.long
def test_the_longest_request_is_computed_and_written_down_by_one_process(client, runtime):
    """A million steps are legal. For a sixth of a second the answer is handed over without a sign of life."""
    before = runtime.pid_of("integration")
    answer = client.call(
        STEP, VALID | {"function": "sin(t)*t", "steps": 1_000_000, "dt": 1e-3}, within=60
    )
    assert answer["result"] is True, answer["status"]
    assert len(answer["values"]["positions"]) == 1_000_001
    assert runtime.pid_of("integration") == before


def test_a_long_function_is_computed_by_a_process_that_counts_as_alive_all_the_while(
    client, runtime
):
    """Few steps of very much work each: as slow as many of little."""
    before = runtime.pid_of("integration")
    function = "+".join(f"sin({k}*t)" for k in range(1500))
    answer = client.call(STEP, VALID | {"function": function, "steps": 5000}, within=30)
    assert answer["result"] is True or "limit" in answer["status"], answer["status"]
    assert runtime.pid_of("integration") == before
