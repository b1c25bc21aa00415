"""Grades a server: python -m tests.grade --launch "make run" --cwd DIR

The exit code is 0 if nothing is lost, 1 if something is, and 2 for wrong arguments.
"""

import argparse
import signal
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from tests.grade import suite
from tests.grade.checks import Check
from tests.grade.launch import Launcher
from tests.grade.report_text import text_report, wants_colours
from tests.grade.run import TIME_LIMIT, Run
from tests.grade.scoring import Graded, combined, score


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser("python -m tests.grade", description=__doc__)
    add = parser.add_argument
    add("--host", default="127.0.0.1", help="where the server listens (127.0.0.1)")
    add(
        "--port",
        type=int,
        default=9095,
        help="its port (9095); 0 takes a free one, which it gets as ROSBRIDGE_PORT",
    )
    add("--links", default="2,3", help="the numbers of links to grade: 2, 3 or 2,3 (2,3)")
    add("--launch", default="", help='the command that serves, such as "make run"')
    add("--cwd", default=".", help="the folder in which it is started")
    add("--checkpoint", action="store_true", help="grade integration_step alone")
    add("--only", default="", help="grade only checks whose id begins so; several with commas")
    add("--patience", type=float, default=5.0, help="s that one answer may take (5)")
    add("--limit", type=float, default=TIME_LIMIT, help="s for one number of links (280)")
    add("--json", metavar="FILE", help="write the score and all verdicts as JSON")
    add("--junit", metavar="FILE", help="write JUnit XML")
    add("--html", metavar="FILE", help="write a page with plots")
    add("--list", action="store_true", help="list the checks, and grade nothing")
    options = parser.parse_args(arguments)
    if options.links not in ("2", "3", "2,3"):
        parser.error(f"--links must be 2, 3 or 2,3, got {options.links!r}")
    if not options.launch and not options.list and "," in options.links:
        parser.error("--links must be that of the server, unless --launch starts it: 2 or 3")
    if not Path(options.cwd).is_dir():
        parser.error(f"--cwd must be a folder, got {options.cwd!r}")
    return options


def grade(options: argparse.Namespace, checks: Sequence[Check]) -> list[Graded]:
    """Grade the server with each number of links."""
    launcher = Launcher(options.launch, options.cwd, options.host, options.port)
    graded = []
    for links in map(int, options.links.split(",")):
        begun = time.monotonic()
        verdicts = Run(launcher, links, options.patience, options.limit).all(checks)
        graded.append(Graded(links, verdicts, time.monotonic() - begun))
    return graded


def main(arguments: Sequence[str]) -> int:
    """Grade, and report."""
    options = parse(arguments)
    checks = suite.selected(options.checkpoint, options.only)
    if options.list:
        for check in checks:
            print(f"{check.id:<24} {check.weight:g}  {check.sentence}")
        return 0
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that the server is stopped, too
    graded = grade(options, checks)
    print(text_report(graded, wants_colours(sys.stdout)), end="")
    for write, path in suite.writers(options):
        Path(path).write_text(write(graded), encoding="utf-8")
    return 0 if score(combined(graded)) == 100 else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
