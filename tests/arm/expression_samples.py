"""The value of an expression, for the tests of the parser."""

import math
import struct

from actors.arm.expression import read
from actors.arm.flat import CAREFUL
from actors.arm.program import compute, record
from actors.arm.tape import Tape

E = math.e


def value(text, t=0.0):
    """The value of the expression at t, by the rules of IEEE 754, computed in two ways."""
    tape = Tape()
    program = read(text)
    derived = tape.function([record(program, tape.input("t"), tape)], CAREFUL)(t)[0]
    computed = compute(program, t)
    assert bits(computed) == bits(derived)
    return computed


def bits(x):
    """All nan count as the same."""
    return "nan" if math.isnan(x) else struct.pack("d", x)
