"""Functions of floats, arrays and recording scalars: the same on all of them."""

import math

import numpy as np
import pytest

from actors.arm.scalars import choose, clamped, cos, sin
from actors.arm.tape import Tape

ODD = [0.0, -0.0, 1.0, -1.0, 2.5, 5e-324, 1.7e308, math.inf, -math.inf, math.nan]


def derived_function(function, count):
    """The function that a tape derives from the recorded one, of so many inputs."""
    tape = Tape()
    inputs = [tape.input(f"x{k}") for k in range(count)]
    return tape.function([function(*inputs)])


def recorded(function, *operands):
    return derived_function(function, len(operands))(*operands)[0]


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


@pytest.mark.parametrize("lowest", ODD)
def test_clamping_is_that_of_pythons_min_and_max_to_the_last_bit(lowest):
    derived = derived_function(clamped, 3)
    for highest in ODD:
        expected = [repr(min(max(x, lowest), highest)) for x in ODD]
        assert [repr(clamped(x, lowest, highest)) for x in ODD] == expected
        assert [repr(derived(x, lowest, highest)[0]) for x in ODD] == expected
        assert [repr(float(x)) for x in clamped(np.array(ODD), lowest, highest)] == expected
