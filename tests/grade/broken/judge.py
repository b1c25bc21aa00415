"""Grades broken arms, and tells which checks were lost wrongly, and which should have been."""

import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.grade.broken.arms import Broken

ROOT = Path(__file__).resolve().parents[3]
# Some checks of each kind, which most faults must not touch.
SMOKE = (
    "start.",
    "step.rk4",
    "refuse.dt",
    "pid.gains",
    "pid.proportional",
    "pid.converges",
    "params.",
    "integrator.",
    "states.",
    "envelope.",
    "trajectory.last",
    "dynamics.swing",
    "ik.round_trip",
    "action.goal",
    "trial.stop",
)


def graded(launch: str, links: int, *options: str) -> dict[str, Any]:
    """Run the grader in a process of its own, and return its report."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        command = [sys.executable, "-m", "tests.grade", "--port", "0", "--launch", launch]
        command += ["--links", str(links), "--json", str(report), *options]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=400)
        assert report.exists(), done.stdout + done.stderr
        found: dict[str, Any] = json.loads(report.read_text())
    return found


def lost_of(report: dict[str, Any], links: int) -> dict[str, str]:
    """Return what was lost, with the reasons."""
    checks = report["links"][str(links)]["checks"]
    return {
        check["id"]: f"expected {check['expected']}; got {check['got']}"
        for check in checks
        if check["outcome"] == "lost"
    }


def faults_of_grader(arm: Broken, whole: bool = False, smoke: Sequence[str] = SMOKE) -> list[str]:
    """Grade a broken arm, and return what is wrong with its grades: nothing, if all is well.

    whole   make all checks, and not only those that matter and those in `smoke`
    """
    launch = f"{sys.executable} -m tests.grade.broken.serve {arm.name}"
    only = () if whole else ("--only", ",".join((*arm.must, *arm.may, *smoke)))
    lost = lost_of(graded(launch, arm.links, *only), arm.links)
    found = [f"{arm.name} keeps {id}" for id in arm.must if id not in lost]
    for id, reason in lost.items():
        if id not in arm.must and not id.startswith(arm.may or ("none",)):
            found.append(f"{arm.name} loses {id}: {reason}")
    return found
