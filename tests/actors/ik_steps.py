"""An ik actor that the test asks, and whose questions to the arm the test answers."""

import pytest
from crew import call, finish, letters, reply

from protocol import names

both_arms = pytest.mark.parametrize("links", [2, 3])
UNIT = {"lengths": (1.0, 1.0)}
GEOMETRY = {
    2: {"lengths": (1.0, 0.7), "allowed": None, "diverged": False},
    3: {"lengths": (1.0, 0.7, 0.4), "allowed": None, "diverged": False},
}


def question(ik, args, token=1, service=names.IK_SOLVE):
    """What it asks of the arm when it is called."""
    ik.receive(call(service, args, token=token))
    finish(ik)
    ik.commit()
    (asked,) = letters(ik.registry, "arm_sim")
    return asked


def solve(ik, args, links=2, service=names.IK_SOLVE, **others):
    """Its answer, when the arm has answered."""
    asked = question(ik, args, service=service)
    ik.receive(reply(asked.token, GEOMETRY[links] | others))
    finish(ik)
    ik.commit()
    (answered,) = letters(ik.registry, "gateway")
    return answered
