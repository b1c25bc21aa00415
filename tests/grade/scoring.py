"""Turns verdicts into points: a score per category, and one in all, from 0 to 100."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tests.grade.checks import WEIGHTS, Verdict
from tests.grade.run import NOT_COUNTED, PASSED


@dataclass(frozen=True)
class Category:
    """What one category got of its points."""

    name: str
    points: float
    most: float
    passed: int
    judged: int


@dataclass(frozen=True)
class Graded:
    """The verdicts of one number of links."""

    links: int
    verdicts: Sequence[Verdict]
    seconds: float

    @property
    def categories(self) -> list[Category]:
        """The categories that were judged. Within one, each check counts by its weight."""
        return [
            category
            for name, most in WEIGHTS.items()
            if (category := _category(name, most, self.verdicts)) is not None
        ]


def _category(name: str, most: float, verdicts: Iterable[Verdict]) -> Category | None:
    mine = [verdict for verdict in verdicts if verdict.check.group == name]
    if not mine:
        return None
    judged = [verdict for verdict in mine if verdict.outcome != NOT_COUNTED]
    passed = [verdict for verdict in judged if verdict.outcome == PASSED]
    weight = sum(verdict.check.weight for verdict in judged)
    share = sum(verdict.check.weight for verdict in passed) / weight if weight else 0.0
    return Category(name, most * share, most, len(passed), len(judged))


def combined(graded: Sequence[Graded]) -> list[Category]:
    """Return the categories of all numbers of links: points are averaged, checks are added."""
    found = []
    for name in WEIGHTS:
        same = [c for one in graded for c in one.categories if c.name == name]
        if same:
            points = sum(c.points for c in same) / len(same)
            passed, judged = sum(c.passed for c in same), sum(c.judged for c in same)
            found.append(Category(name, points, same[0].most, passed, judged))
    return found


def score(categories: Sequence[Category]) -> float:
    """Return the points of all judged categories, in parts of 100, rounded to 0.01."""
    most = sum(category.most for category in categories)
    share = sum(category.points for category in categories) / most if most else 0.0
    return round(100 * share, 2)
