"""The report as one HTML page, which needs no other file: reasons, points and plots."""

from collections.abc import Sequence
from html import escape

from tests.grade.checks import Verdict
from tests.grade.run import LOST, PASSED
from tests.grade.scoring import Graded, combined, score
from tests.grade.svg import drawn

STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 62rem; padding: 0 1rem;
  color: #1d2433; background: #fff }
h1 { margin-bottom: 0 } h1 + p { margin-top: 0; color: #5a6478 }
table { border-collapse: collapse; margin: 1rem 0 }
th, td { padding: .3rem .9rem; text-align: right }
th:first-child, td:first-child { text-align: left } tr + tr { border-top: 1px solid #dde1ea }
details { border-left: 4px solid #2e9e5b; margin: .4rem 0; padding: .1rem .8rem }
details.lost { border-color: #d03b3b } details.not { border-color: #c9a227 }
summary { cursor: pointer } code, pre { font-size: 13px; background: #f3f5f9 }
pre { padding: .5rem; overflow-x: auto } dt { font-weight: 600 } dd { margin-left: 1.2rem }
svg { background: #fff; max-width: 100%; display: block }
.lost-text { color: #b42828; font-weight: 600 } .fine { color: #217a45; font-weight: 600 }
@media (prefers-color-scheme: dark) { body { color: #e4e8f1; background: #151a24 }
  code, pre { background: #222a38 } tr + tr { border-color: #343d4f } .fine { color: #5cc98b }
  .lost-text { color: #ff8a8a } }
"""


def html_report(graded: Sequence[Graded]) -> str:
    """Return the page."""
    whole = combined(graded)
    parts = [
        "<!doctype html><html lang=en><meta charset=utf-8><title>Pendularm: graded</title>",
        "<meta name=viewport content='width=device-width'>",
        f"<style>{STYLE}</style><h1>{score(whole):.2f} of 100</h1>",
        f"<p>{sum(c.passed for c in whole)} of {sum(c.judged for c in whole)} checks passed</p>",
        _table(graded),
    ]
    for one in graded:
        parts.append(f"<h2>{one.links} links</h2>")
        order = sorted(one.verdicts, key=lambda verdict: verdict.outcome != LOST)
        parts += [_verdict(verdict) for verdict in order]
    return "\n".join(parts) + "\n"


def _table(graded: Sequence[Graded]) -> str:
    columns = [(f"{one.links} links", one.categories) for one in graded]
    whole = combined(graded)
    if len(graded) > 1:
        columns.append(("in all", whole))
    head = "".join(f"<th>{title}</th>" for title, _ in columns)
    rows = [f"<tr><th>category</th>{head}</tr>"]
    for category in whole:
        cells = ""
        for _, categories in columns:
            for one in categories:
                if one.name == category.name:
                    kind = "fine" if one.passed == one.judged else "lost-text"
                    cells += f"<td class={kind}>{one.points:.2f} of {one.most:g}</td>"
        rows.append(f"<tr><td>{escape(category.name)}</td>{cells}</tr>")
    totals = "".join(f"<td>{score(categories):.2f}</td>" for _, categories in columns)
    return "<table>" + "".join(rows) + f"<tr><td>score of 100</td>{totals}</tr></table>"


def _verdict(verdict: Verdict) -> str:
    lost = verdict.outcome == LOST
    kind = "lost" if lost else "passed" if verdict.outcome == PASSED else "not"
    rows = [("contract", verdict.check.sentence)]
    if lost:
        rows += [("expected", verdict.expected), ("got", verdict.got), ("look first", verdict.hint)]
    elif verdict.outcome != PASSED:
        rows.append(("not counted", verdict.got))
    facts = "".join(f"<dt>{name}</dt><dd>{escape(text)}</dd>" for name, text in rows if text)
    sent = "\n".join(escape(line) for line in verdict.sent) if lost else ""
    sent = f"<dt>sent last</dt><dd><pre>{sent}</pre></dd>" if sent else ""
    plots = "".join(map(drawn, verdict.plots))
    mark = {"lost": "✗", "passed": "✓", "not": "·"}[kind]
    return (
        f"<details class={kind}{' open' if lost else ''}><summary>{mark} "
        f"<code>{escape(verdict.check.id)}</code> {escape(verdict.check.sentence)}</summary>"
        f"<dl>{facts}{sent}</dl>{plots}</details>"
    )
