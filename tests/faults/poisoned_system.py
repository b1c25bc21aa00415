"""The runtime, started with a saved state that makes no sense. Run by the tests, as a program:

python poisoned_system.py ACTOR POISON      (POISON: a key of POISONS)
"""

import sys

import runtime
from actors.arm.simulation import Simulation
from actors.kernel.registry import Registry
from actors.kernel.supervisor import Supervisor


def arm_with(**nonsense):
    """The state of an arm in which only these attributes make no sense."""
    simulation = Simulation(2)
    vars(simulation).update(nonsense)
    return simulation


POISONS = {
    "text": lambda: "garbage",
    "short": lambda: (1, 2, 3),
    "half an arm": lambda: arm_with(position=("up", "down")),
    "no arm": lambda: arm_with(arm=None),
}

if __name__ == "__main__":
    settings = runtime.read_settings([], {})
    settings["listener"] = runtime.bind(0)
    settings["greeting"] = runtime.greeting(settings["links"], settings["listener"])
    specs = runtime.child_specs(settings)
    registry = Registry([spec.actor for spec in specs])
    actor, poison = sys.argv[1:]
    registry[actor].checkpoint.save((POISONS[poison](), ()))
    sys.exit(Supervisor(specs, registry).run())
