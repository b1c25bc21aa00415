"""Who says it: one file per actor, plus the few that carry them. The mathematics is in actors.arm."""

import os

# Before numpy is imported anywhere: its threads would be lost, with their locks held, in every forked actor.
for _library in ("OPENBLAS", "OMP", "MKL"):
    os.environ[f"{_library}_NUM_THREADS"] = "1"
