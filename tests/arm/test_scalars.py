"""Functions of floats, arrays and recording scalars: the same on all of them."""

import itertools
import math

import numpy as np
import pytest

from actors.arm.scalars import choose, clamped, cos, sin
from actors.arm.tape import Tape

ODD = [0.0, -0.0, 1.0, -1.0, 2.5, 5e-324, 1.7e308, math.inf, -math.inf, math.nan]


def recorded(function, *operands):
    tape = Tape()
    inputs = [tape.input(f"x{k}") for k in range(len(operands))]
    return tape.function([function(*inputs)])(*operands)[0]


@pytest.mark.parametrize(
    "function, meant, batch", [(sin, math.sin, np.sin), (cos, math.cos, np.cos)]
)
def test_sine_and_cosine_take_floats_arrays_and_recording_scalars(function, meant, batch):
    angles = np.array([0.3, -2.0, 40.0])
    assert function(0.3) == meant(0.3) == recorded(function, 0.3)
    assert function(angles).tolist() == batch(angles).tolist()


def test_a_choice_takes_floats_arrays_and_recording_scalars():
    def greater(a, b):
        return choose(a > b, a, b)

    assert greater(1.0, 2.0) == recorded(greater, 1.0, 2.0) == 2.0
    assert greater(np.array([1.0, 3.0]), 2.0).tolist() == [2.0, 3.0]


@pytest.mark.parametrize("ends", list(itertools.product(ODD, ODD)), ids=str)
def test_clamping_is_that_of_pythons_min_and_max_to_the_last_bit(ends):
    lowest, highest = ends
    expected = [repr(min(max(x, lowest), highest)) for x in ODD]
    assert [repr(clamped(x, lowest, highest)) for x in ODD] == expected
    assert [repr(recorded(clamped, x, lowest, highest)) for x in ODD] == expected
    assert [repr(float(x)) for x in clamped(np.array(ODD), lowest, highest)] == expected
