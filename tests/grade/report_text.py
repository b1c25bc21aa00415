"""The report for a terminal: what was lost and why, then the points."""

import os
import textwrap
from collections.abc import Sequence

from tests.grade.checks import Verdict
from tests.grade.run import LOST, NOT_COUNTED
from tests.grade.scoring import Category, Graded, combined, score

WIDTH = 100
RED, GREEN, YELLOW, BOLD, PLAIN = "\033[31m", "\033[32m", "\033[33m", "\033[1m", "\033[0m"


class Paint:
    """Colours text, or does not."""

    def __init__(self, colours: bool):
        self.colours = colours

    def __call__(self, text: str, *codes: str) -> str:
        return "".join(codes) + text + PLAIN if self.colours and codes else text


def wants_colours(stream: object) -> bool:
    """Return whether a stream is a terminal that shows colours."""
    terminal = getattr(stream, "isatty", lambda: False)()
    return bool(terminal) and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"


def text_report(graded: Sequence[Graded], colours: bool = False) -> str:
    """Return the report as lines of text, what was lost first."""
    paint = Paint(colours)
    lines: list[str] = []
    for one in graded:
        lost = [verdict for verdict in one.verdicts if verdict.outcome == LOST]
        spared = [verdict for verdict in one.verdicts if verdict.outcome == NOT_COUNTED]
        if lost:
            lines += [paint(f"Lost with {one.links} links", BOLD), ""]
            lines += [line for group in _by_reason(lost) for line in _explain(group, paint)]
        for verdict in spared:
            lines.append(paint(f"not counted: {verdict.check.id}: {verdict.got}", YELLOW))
        if spared:
            lines.append("")
    return "\n".join(lines + _table(graded, paint)) + "\n"


def _by_reason(lost: Sequence[Verdict]) -> list[list[Verdict]]:
    """Put neighbours together that are lost for one reason, such as a dead server."""
    groups: list[list[Verdict]] = []
    for verdict in lost:
        same = groups and (groups[-1][0].expected, groups[-1][0].got) == (
            verdict.expected,
            verdict.got,
        )
        if same:
            groups[-1].append(verdict)
        else:
            groups.append([verdict])
    return groups


def _explain(group: Sequence[Verdict], paint: Paint) -> list[str]:
    first = group[0]
    lines = [
        paint("✗ ", RED) + paint(f"{verdict.check.id:<24}", BOLD) + f" {verdict.check.sentence}"
        for verdict in group
    ]
    lines += _field("expected", first.expected) + _field("got", first.got)
    if len(group) == 1:
        lines += _field("sent", first.sent[-1] if first.sent else "")
        lines += _field("look", first.hint)
    return [*lines, ""]


def _field(name: str, text: str) -> list[str]:
    if not text:
        return []
    rows = textwrap.wrap(" ".join(text.split()), WIDTH - 12, break_on_hyphens=False)[:6]
    return [f"  {name if k == 0 else '':<9} {row}" for k, row in enumerate(rows)]


def _table(graded: Sequence[Graded], paint: Paint) -> list[str]:
    columns = [(f"{one.links} links", one.categories) for one in graded]
    whole = combined(graded)
    if len(graded) > 1:
        columns.append(("in all", whole))
    lines = [" " * 34 + "".join(f"{title:>22}" for title, _ in columns)]
    for category in whole:
        row = [_cell(category.name, categories, paint) for _, categories in columns]
        lines.append(f"{category.name:<34}" + "".join(row))
    totals = [f"{score(categories):.2f} of 100" for _, categories in columns]
    perfect = score(whole) == 100
    line = f"{'Score':<34}" + "".join(f"{total:>22}" for total in totals)
    seconds = sum(one.seconds for one in graded)
    judged = sum(category.judged for category in whole)
    return [
        *lines,
        paint(line, BOLD, GREEN if perfect else RED),
        f"{judged} checks, {seconds:.0f} s",
    ]


def _cell(name: str, categories: Sequence[Category], paint: Paint) -> str:
    for category in categories:
        if category.name == name:
            points = f"{category.points:.2f} of {category.most:g}"
            text = f"{points} ({category.passed}/{category.judged})"
            return paint(f"{text:>22}", GREEN if category.passed == category.judged else RED)
    return " " * 22
