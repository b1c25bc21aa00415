"""Our own runtime has all points, and a folder without the project's packages can be graded."""

import sys
from pathlib import Path

import pytest

from tests.grade.broken.judge import graded, lost_of

ROOT = Path(__file__).resolve().parents[2]
GRADER = [path for path in (ROOT / "tests" / "grade").glob("*.py") if path.name[:5] != "test_"]
LAUNCH = f"{sys.executable} runtime.py"


def test_the_checkpoint_of_ours_has_all_points() -> None:
    report = graded(LAUNCH, 2, "--checkpoint")
    assert (report["score"], lost_of(report, 2)) == (100, {})


@pytest.mark.long
@pytest.mark.parametrize("links", [2, 3])
def test_ours_has_all_points(links: int) -> None:
    report = graded(LAUNCH, links)
    assert (report["score"], lost_of(report, links)) == (100, {})


def test_the_grader_imports_the_standard_library_and_itself_alone() -> None:
    import ast

    names = {
        name.partition(".")[0] if not name.startswith("tests.grade") else ""
        for path in GRADER
        for node in ast.walk(ast.parse(path.read_text()))
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    assert names - {""} <= set(sys.stdlib_module_names)
