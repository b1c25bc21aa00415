"""All benchmarks, as a Markdown table. Nothing here passes or fails: `make bench` prints what it measured.

usage: run.py [physics] [wire] [motion]
"""

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "system"), str(HERE.parent.parent)]

import motion  # noqa: E402
import physics  # noqa: E402
import wire  # noqa: E402
from table import show  # noqa: E402

PARTS = {"physics": physics, "wire": wire, "motion": motion}

if __name__ == "__main__":
    for part in sys.argv[1:] or PARTS:
        show(PARTS[part].rows())
