"""Run the benchmarks, and print a Markdown table for each part. Nothing here passes or fails.

usage: run.py [physics] [idle] [wire] [motion]

Where mujoco can be imported, physics shows its figures too.
"""

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "system"), str(HERE.parent.parent)]

import idle  # noqa: E402
import motion  # noqa: E402
import physics  # noqa: E402
import wire  # noqa: E402
from table import show  # noqa: E402

PARTS = {"physics": physics, "idle": idle, "wire": wire, "motion": motion}

if __name__ == "__main__":
    for part in sys.argv[1:] or PARTS:
        print(f"\n### {part}\n")
        show(PARTS[part].rows())
