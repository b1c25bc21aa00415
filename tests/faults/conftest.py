"""Prints the tables of the runs with faults in the summary of pytest."""

from typing import Any


def pytest_terminal_summary(terminalreporter: Any) -> None:
    from report import LINES

    if LINES:
        terminalreporter.section("faults")
        for line in LINES:
            terminalreporter.write_line(line)
