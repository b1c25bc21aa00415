"""Shows the tables of the fault runs at the end."""

from typing import Any


def pytest_terminal_summary(terminalreporter: Any) -> None:
    from report import LINES

    if LINES:
        terminalreporter.section("faults")
        for line in LINES:
            terminalreporter.write_line(line)
