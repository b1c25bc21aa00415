"""Expressions that are read, long and deep ones, and random ones."""

import math
import random

import pytest
from expression_samples import E, value

from actors.arm.expression import FUNCTIONS, SyntaxProblem
from actors.arm.operations import DOMAIN_ERRORS

# -- what is read ----------------------------------------------------------------------------------
GRAMMAR = [  # text, t, value
    ("t", 3.0, 3.0),
    ("7", 0.0, 7.0),
    ("(t)", 3.0, 3.0),
    ("((t))", 3.0, 3.0),
    # + - and * / from the left
    ("2+3*4", 0.0, 14.0),
    ("(2+3)*4", 0.0, 20.0),
    ("2*3+4", 0.0, 10.0),
    ("10-4-3", 0.0, 3.0),
    ("10-(4-3)", 0.0, 9.0),
    ("8/4/2", 0.0, 1.0),
    ("8/(4/2)", 0.0, 4.0),
    ("8/4*2", 0.0, 4.0),
    ("2-3+4", 0.0, 3.0),
    ("2*3/4*5", 0.0, 7.5),
    # ^ from the right, above * /
    ("2^3^2", 0.0, 512.0),
    ("(2^3)^2", 0.0, 64.0),
    ("2*3^2", 0.0, 18.0),
    ("3^2*2", 0.0, 18.0),
    ("2^3+1", 0.0, 9.0),
    ("t^2^0.5", 2.0, 2.0**2.0**0.5),
    ("16^0.5", 0.0, 4.0),
    ("2^3/2", 0.0, 4.0),
    # unary minus binds tightest
    ("-2^2", 0.0, 4.0),
    ("-t^2", 3.0, 9.0),
    ("0-2^2", 0.0, -4.0),
    ("-(2^2)", 0.0, -4.0),
    ("2^-1", 0.0, 0.5),
    ("2^-1^2", 0.0, 2.0),
    ("2^-2^-1", 0.0, 2.0 ** (-2.0) ** -1.0),
    ("-2^-2", 0.0, 0.25),
    ("--3", 0.0, 3.0),
    ("---3", 0.0, -3.0),
    ("2--3", 0.0, 5.0),
    ("2*-3", 0.0, -6.0),
    ("2/-4", 0.0, -0.5),
    ("-2*-3", 0.0, 6.0),
    ("2---3", 0.0, -1.0),
    ("-t + 1", 0.25, 0.75),
    ("-(t+1)", 2.0, -3.0),
    ("-(-(t))", 2.0, 2.0),
    ("3-2^2", 0.0, -1.0),
    # functions
    ("sin(t)", 0.5, math.sin(0.5)),
    ("cos(t)", 0.5, math.cos(0.5)),
    ("tan(t)", 0.5, math.tan(0.5)),
    ("exp(t)", 1.0, E),
    ("sqrt(16)", 0.0, 4.0),
    ("ln(exp(2))", 0.0, 2.0),
    ("abs(-3)", 0.0, 3.0),
    ("abs(t)", -2.0, 2.0),
    ("-sin(t)^2", 0.5, math.sin(0.5) ** 2),
    ("2^sqrt(4)", 0.0, 4.0),
    ("sqrt(4)^2", 0.0, 4.0),
    ("2*abs(-3)+1", 0.0, 7.0),
    ("sqrt(sqrt(16))", 0.0, 2.0),
    ("sin(t)*sin(t)+cos(t)*cos(t)", 0.0, 1.0),
    ("abs(1-3)*-1", 0.0, -2.0),
    ("exp(-t)*sin(5*t)", 0.3, math.exp(-0.3) * math.sin(1.5)),
    ("t^2 + 3*t - 1", 2.0, 9.0),
    ("sin((t))", 0.0, 0.0),
    # blanks
    (" t ", 3.0, 3.0),
    ("\tt\r\n", 3.0, 3.0),
    ("2 ^ 3", 0.0, 8.0),
    ("- t", 2.0, -2.0),
    ("sin ( t )", 0.0, 0.0),
    ("\n1\n+\n2\n", 0.0, 3.0),
    ("2 - - 3", 0.0, 5.0),
]


@pytest.mark.parametrize("text, t, expected", GRAMMAR)
def test_the_grammar_is_the_one_of_the_course(text, t, expected):
    assert value(text, t) == expected


NUMBERS = [
    ("0", 0.0),
    ("5", 5.0),
    ("5.", 5.0),
    (".5", 0.5),
    ("0.5", 0.5),
    ("00012", 12.0),
    ("1e-3", 0.001),
    ("2.5E2", 250.0),
    ("2e+2", 200.0),
    ("5.e1", 50.0),
    (".5e1", 5.0),
    ("1e400", math.inf),
    ("1e-400", 0.0),
    ("5e-324", 5e-324),
    ("0.1", 0.1),
    ("1.7976931348623157e308", 1.7976931348623157e308),
    ("1" + "0" * 400, math.inf),
    ("3.141592653589793238462643383279", math.pi),
    ("9" * 6000, math.inf),
]


@pytest.mark.parametrize("text, expected", NUMBERS, ids=[text[:24] for text, _ in NUMBERS])
def test_numbers_are_read_to_the_nearest_double(text, expected):
    assert value(text) == expected


@pytest.mark.parametrize(
    "text, t, expected",
    [
        ("1e3*t+1e-3", 0.0, 0.001),
        ("1.+t", 0.5, 1.5),
        ("2.-.5", 0.0, 1.5),
        ("1e2-1", 0.0, 99.0),
        ("2^1e0", 0.0, 2.0),
    ],
)
def test_numbers_end_where_the_next_token_begins(text, t, expected):
    assert value(text, t) == expected


@pytest.mark.parametrize(
    "text, expected",
    [
        ("sqrt(-1)", math.nan),
        ("1/0", math.inf),
        ("0/0", math.nan),
        ("ln(0)", -math.inf),
        ("ln(-1)", math.nan),
        ("exp(1000)", math.inf),
        ("-exp(1000)", -math.inf),
        ("10^400", math.inf),
        ("9^9^9^9", math.inf),
        ("0^-1", math.inf),
        ("(-8)^(1/3)", math.nan),
        ("-8^(1/3)", math.nan),
        ("sin(1/0)", math.nan),
        ("1/(t-t)", math.inf),
        ("0^0", 1.0),
    ],
)
def test_a_domain_error_is_a_value_and_no_refusal(text, expected):
    # inf and nan are compared without a tolerance.
    assert value(text) == pytest.approx(expected, nan_ok=True)


# -- depth and length ------------------------------------------------------------------------------
LONG = [  # text, value at t = 1
    ("(" * 5000 + "t" + ")" * 5000, 1.0),
    ("-" * 50_000 + "t", 1.0),
    ("-" * 5_001 + "t", -1.0),
    ("-(" * 5000 + "t" + ")" * 5000, 1.0),
    ("abs(" * 5000 + "t" + ")" * 5000, 1.0),
    ("t^" * 5000 + "t", 1.0),
    ("t+" * 5000 + "t", 5001.0),
    ("t-" * 5000 + "t", -4999.0),
    ("t*" * 5000 + "t", 1.0),
    ("2*-" * 5000 + "t", math.inf),
    ("(t+" * 5000 + "t" + ")" * 5000, 5001.0),
    (" " * 100_000 + "t", 1.0),
]


@pytest.mark.parametrize("text, expected", LONG, ids=[f"{text.strip()[:6]}..." for text, _ in LONG])
def test_no_expression_is_too_deep_or_too_long(text, expected):
    assert value(text, 1.0) == expected


@pytest.mark.parametrize(
    "text",
    [
        "(" * 5000 + "t" + ")" * 4999,
        "(" * 5000 + "t" + ")" * 5001,
        "(" * 50_000,
        "sin(" * 5000,
        "-" * 50_000,
        "t^" * 5000,
        "t" * 50_000,
        "1 " * 5000,
    ],
)
def test_long_nonsense_is_refused_all_the_same(text):
    with pytest.raises(SyntaxProblem):
        value(text, 1.0)


# -- at random -------------------------------------------------------------------------------------
LEVEL = {"+": 1, "-": 1, "*": 2, "/": 2, "^": 3, "neg": 4}
ATOM = 5


def random_expression(rng, depth):
    """(text, its level, the same in Python).

    The text has parentheses only where the grammar of the course needs them.
    """
    kind = rng.choice(["atom", *LEVEL, *LEVEL, "call"]) if depth else "atom"
    if kind == "atom":
        text = rng.choice(["t", "2", "3", "0.5", "1.5", "10", "1e1"])
        return text, ATOM, "t" if text == "t" else f"float({text})"
    left, left_level, left_python = random_expression(rng, depth - 1)
    if kind == "call":
        name = rng.choice(sorted(FUNCTIONS))
        return f"{name}({left})", ATOM, f"{name}({left_python})"
    if kind == "neg":
        return f"-{enclosed(left, left_level < 4)}", 4, f"(-({left_python}))"
    right, right_level, right_python = random_expression(rng, depth - 1)
    level = LEVEL[kind]
    from_the_right = kind == "^"
    text = (
        enclosed(left, left_level < level + from_the_right)
        + rng.choice([kind, f" {kind} "])
        + enclosed(right, right_level < level + (not from_the_right))
    )
    if kind == "^":
        return text, level, f"pow({left_python}, {right_python})"
    return text, level, f"(({left_python}) {kind} ({right_python}))"


def enclosed(text, needed):
    return f"({text})" if needed else text


SCOPE = {
    "sin": math.sin,
    "cos": math.cos,
    "tan": math.tan,
    "exp": math.exp,
    "sqrt": math.sqrt,
    "ln": math.log,
    "pow": math.pow,
}


def test_random_expressions_have_the_value_that_python_gives_them():
    rng = random.Random(7)
    compared = 0
    for _ in range(600):
        text, _, python = random_expression(rng, depth=rng.randint(1, 6))
        try:
            expected = eval(python, dict(SCOPE), {"t": 1.25})
        except DOMAIN_ERRORS:
            continue
        compared += not math.isnan(expected)
        # Both make the very same operations, so they agree bit for bit.
        assert repr(value(text, 1.25)) == repr(expected), text
    assert compared > 200


def test_random_nonsense_raises_nothing_but_a_syntax_problem():
    rng = random.Random(8)
    outcomes = set()
    tokens = [
        "t",
        "1",
        ".5",
        "1e",
        "+",
        "-",
        "*",
        "/",
        "^",
        "(",
        ")",
        "sin",
        "ln",
        " ",
        "x",
        "#",
        ".",
        "\n",
    ]
    for _ in range(4000):
        text = "".join(rng.choices(tokens, k=rng.randint(1, 7)))
        try:
            outcomes.add(type(value(text, 1.0)))
        except SyntaxProblem:
            outcomes.add(SyntaxProblem)
    assert outcomes == {float, SyntaxProblem}
