"""Serves one broken arm in the foreground: python -m tests.grade.broken.serve NAME

The port and the number of links are those of ROSBRIDGE_PORT and ARM_SIM_LINKS.
"""

import os
import sys

import runtime
from tests.grade.broken import controlling, integrating, moving, serving, solving
from tests.grade.broken.arms import BROKEN

FAULTS = (integrating, controlling, moving, serving, solving)  # they fill BROKEN

if __name__ == "__main__":
    for node in runtime.NODES:
        __import__(f"actors.{node}")
    BROKEN[sys.argv[1]].apply()
    sys.exit(runtime.main(["--with", str(os.getppid())], os.environ))
