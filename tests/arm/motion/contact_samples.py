"""Arms, paths and contacts, for the tests of contacts."""

import math

from actors.arm.motion.contact import Obstacle, first_contact

UNIT = (1.0, 1.0)
TRIPLE = (1.0, 0.8, 0.6)
PI = math.pi
FREE = ((0.0, 0.5), (1.0, 0.5))  # a path of an arm of two links


def found(lengths, poses, *obstacles):
    return first_contact(lengths, poses, [Obstacle(*each) for each in obstacles])


def first(lengths, poses, *obstacles):
    touch = found(lengths, poses, *obstacles)
    assert touch is not None
    return touch.after, touch.text
