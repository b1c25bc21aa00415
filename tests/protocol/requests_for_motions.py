"""What the tests of requests for motions share: short requests, and the text of a refusal."""

import math

import pytest

from protocol.fields import Rejected
from protocol.motion_requests import read_motion

NO_NUMBERS = [True, False, "1", "", [], [1], {}, math.nan, math.inf, -math.inf, 10**400]
short = {"ids": lambda value: repr(value)[:15]}  # for values whose text is long
TRIANGLE = [[0.0, 1.0], [1.0, 0.5], [1.0, 1.0]]


def joints(n=2, **args):
    return read_motion("move_joints", {"positions": [0.5, -0.5, 0.25][:n]} | args, n)


def line(**args):
    return read_motion("move_line", {"x": 1.0, "y": 0.5} | args, 2)


def draw(**args):
    shape = {} if {"points", "square", "circle"} & set(args) else {"points": TRIANGLE}
    return read_motion("draw", shape | args, 2)


def refusal(read, *given, **args):
    with pytest.raises(Rejected) as refused:
        read(*given, **args)
    return str(refused.value)
