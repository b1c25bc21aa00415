"""The report of a run, for the terminal."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from statistics import median, quantiles
from typing import Any

from ledger import Ledger

LINES: list[str] = []  # the reports of all runs, which the summary of pytest shows


def report(title: str, ledger: Ledger) -> None:
    """Print the report of a run, and keep it for the summary of pytest."""
    lines = [title, *(f"  {line}" for line in _lines(ledger))]
    LINES.extend(lines)
    print("", *lines, sep="\n")


def _lines(ledger: Ledger) -> Iterator[str]:
    yield from _section("faults", ledger.faults)
    yield from _section("bad frames", ledger.frames)
    yield from _section("calls answered", ledger.answered)
    yield from _section("calls refused (result false)", ledger.refused)
    yield from _section(
        "connections lost to dying gateways",
        {"connections": ledger.connections_lost, "calls in flight on them": ledger.calls_lost},
    )
    yield from _section(
        "worst wait, s", {what: f"{wait:.3f}" for what, wait in ledger.worst.items()}
    )
    yield from _section(
        "SIGKILL to answer, ms", {who: spread(waits) for who, waits in ledger.recoveries.items()}
    )
    yield from _section("also", ledger.figures)
    yield from _section("violations", dict(enumerate(ledger.violations, 1)))


def _section(name: str, figures: Mapping[Any, Any]) -> Iterable[str]:
    total = f" {figures.total()}" if isinstance(figures, Counter) else "" if figures else " none"
    yield f"{name}:{total}"
    yield from (f"  {key!s:32} {value}" for key, value in figures.items())


def spread(waits: list[float]) -> str:
    """Median, 90th percentile and worst in ms, of waits in s."""
    p90 = quantiles(waits, n=10, method="inclusive")[-1] if len(waits) > 1 else waits[0]
    return (
        f"median {median(waits) * 1e3:6.1f}   p90 {p90 * 1e3:6.1f}   worst {max(waits) * 1e3:6.1f}"
        f"   ({len(waits)})"
    )
