"""The reports for machines: JSON, and JUnit XML."""

import json
from collections.abc import Sequence
from typing import Any
from xml.etree import ElementTree

from tests.grade.checks import Verdict
from tests.grade.run import LOST, NOT_COUNTED
from tests.grade.scoring import Category, Graded, combined, score


def json_report(graded: Sequence[Graded]) -> str:
    """Return the report as JSON. Its `score` is from 0 to 100."""
    whole = combined(graded)
    report = {
        "score": score(whole),
        "categories": _categories(whole),
        "links": {
            str(one.links): {
                "score": score(one.categories),
                "categories": _categories(one.categories),
                "seconds": round(one.seconds, 1),
                "checks": [_verdict(verdict) for verdict in one.verdicts],
            }
            for one in graded
        },
    }
    return json.dumps(report, indent=1, allow_nan=False) + "\n"


def _categories(categories: Sequence[Category]) -> dict[str, Any]:
    return {
        category.name: {
            "points": round(category.points, 2),
            "of": category.most,
            "passed": category.passed,
            "checks": category.judged,
        }
        for category in categories
    }


def _verdict(verdict: Verdict) -> dict[str, Any]:
    shown = {
        "id": verdict.check.id,
        "category": verdict.check.group,
        "weight": verdict.check.weight,
        "outcome": verdict.outcome,
        "contract": verdict.check.sentence,
        "seconds": round(verdict.seconds, 2),
    }
    if verdict.outcome == LOST:
        shown |= {
            "sent": verdict.sent,
            "expected": verdict.expected,
            "got": verdict.got,
            "look": verdict.hint,
        }
    elif verdict.outcome == NOT_COUNTED:
        shown["why"] = verdict.got
    return shown


def junit_report(graded: Sequence[Graded]) -> str:
    """Return the report as JUnit XML: one suite for each number of links and category."""
    root = ElementTree.Element("testsuites", name="pendularm contract")
    for one in graded:
        for category in one.categories:
            mine = [v for v in one.verdicts if v.check.group == category.name]
            suite = ElementTree.SubElement(
                root,
                "testsuite",
                name=f"{one.links} links: {category.name}",
                tests=str(len(mine)),
                failures=str(sum(v.outcome == LOST for v in mine)),
                skipped=str(sum(v.outcome == NOT_COUNTED for v in mine)),
                time=f"{sum(v.seconds for v in mine):.2f}",
            )
            for verdict in mine:
                _add_case(suite, one.links, verdict)
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def _add_case(suite: ElementTree.Element, links: int, verdict: Verdict) -> None:
    case = ElementTree.SubElement(
        suite,
        "testcase",
        name=verdict.check.id,
        classname=f"links{links}",
        time=f"{verdict.seconds:.2f}",
    )
    if verdict.outcome == LOST:
        failure = ElementTree.SubElement(case, "failure", message=verdict.check.sentence)
        failure.text = reason(verdict)
    elif verdict.outcome == NOT_COUNTED:
        ElementTree.SubElement(case, "skipped", message=verdict.got)


def reason(verdict: Verdict) -> str:
    """Return why a check is lost, as lines of text."""
    sent = "\n".join(f"  {line}" for line in verdict.sent)
    return (
        f"expected: {verdict.expected}\ngot: {verdict.got}\nlook first: {verdict.hint}\n"
        f"sent last:\n{sent}"
    )
