"""Nodes without processes."""

import pytest
from arm_node import arm_of
from crew import Gateway

from actors.ik import Ik
from actors.ik_action import IkAction
from actors.kernel.registry import Registry


@pytest.fixture
def ik():
    """An ik actor. The test answers what it asks the arm."""
    system = Registry([Ik, arm_of(2), Gateway])
    yield Ik(system)
    for entry in system.entries.values():
        entry.mailbox.close()


@pytest.fixture
def arm():
    ArmSim = arm_of(2)
    system = Registry([ArmSim, IkAction, Gateway])
    actor = ArmSim(system)
    actor.simulation.paused = True  # only what it is told changes it
    yield actor
    for entry in system.entries.values():
        entry.mailbox.close()
