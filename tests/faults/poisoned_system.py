"""The runtime, started with a saved state that makes no sense. Run by the tests, as a program:

    python poisoned_system.py ACTOR POISON      (POISON: a key of POISONS)
"""

import sys

import runtime
from actors.arm.simulation import Simulation
from actors.registry import Registry
from actors.supervisor import Supervisor


def half_an_arm():
    """The state of an arm, as far as it goes: its pose is text."""
    return Simulation(2).checkpoint()._replace(position=("up", "down"))


POISONS = {"text": lambda: "garbage", "short": lambda: (1, 2, 3),
           "half an arm": half_an_arm, "no arm": lambda: Simulation(2).checkpoint()._replace(arm=None)}

if __name__ == "__main__":
    listener = runtime.reserve(0)
    specs = runtime.child_specs(2, listener, False)
    registry = Registry([spec.actor for spec in specs])
    actor, poison = sys.argv[1:]
    registry.checkpoint[actor].save(POISONS[poison]())
    sys.exit(Supervisor(specs, registry).run())
