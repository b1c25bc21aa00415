"""Arms, paths and contacts, for the tests of contacts."""

import math

from actors.arm.motion.contact import first_contact
from actors.arm.motion.distances import Obstacle

UNIT = (1.0, 1.0)
TRIPLE = (1.0, 0.8, 0.6)
PI = math.pi
FREE = ((0.0, 0.5), (1.0, 0.5))  # a path of an arm of two links


def found(lengths, poses, *obstacles, clearance=0.0, leaving=False):
    circles = [Obstacle(*each) for each in obstacles]
    return first_contact(lengths, poses, circles, clearance, leaving)


def first(lengths, poses, *obstacles, **how):
    touch = found(lengths, poses, *obstacles, **how)
    assert touch is not None
    return touch.after, touch.text
