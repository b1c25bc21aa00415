"""Rows of a benchmark, and the medians they hold."""

import statistics
from collections.abc import Callable, Iterable
from typing import NamedTuple

REPEATS = 5


class Row(NamedTuple):
    what: str
    value: float
    unit: str


def median(measure: Callable[[], float]) -> float:
    """Of several runs."""
    return statistics.median(measure() for _ in range(REPEATS))


def percentile(values: Iterable[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def show(rows: Iterable[Row]) -> None:
    """As lines of a Markdown table, each as soon as it is known."""
    print("| what | measured |\n|---|---|")
    for row in rows:
        print(
            f"| {row.what} | {row.value:,.3g} {row.unit} |"
            if row.value < 1000
            else f"| {row.what} | {row.value:,.0f} {row.unit} |",
            flush=True,
        )
