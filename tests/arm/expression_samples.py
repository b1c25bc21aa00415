"""The value of an expression, for the tests of the parser."""

import math

from actors.arm.expression import evaluate
from actors.arm.flat import CAREFUL
from actors.arm.tape import Tape

E = math.e


def value(text, t=0.0):
    """The value of the expression at t, by the rules of IEEE 754."""
    tape = Tape()
    return tape.function([evaluate(text, tape.input("t"), tape)], CAREFUL)(t)[0]
