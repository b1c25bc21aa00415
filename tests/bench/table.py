"""Rows of a benchmark, and how they are shown."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

REPEATS = 5


class Row(NamedTuple):
    what: str
    value: float
    unit: str  # empty for a ratio


def best(measure: Callable[[], float]) -> float:
    """The smallest result of several measurements."""
    return min(measure() for _ in range(REPEATS))


def percentile(values: Iterable[float], share: float) -> float:
    """The value that this share of the values is below; share from 0 to 1."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def show(rows: Iterable[Row]) -> None:
    """Print a Markdown table, each row as soon as it is known."""
    print("| what | measured |\n|---|---|")
    for row in rows:
        digits = ",.3g" if row.value < 1000 else ",.0f"
        print(f"| {row.what} | {row.value:{digits}} {row.unit}".rstrip() + " |", flush=True)
