"""The reports say what was lost and why, in each form."""

import json
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

from tests.grade.checks import DYNAMICS, INTEGRATORS, Check, Plot, Series, Verdict
from tests.grade.report_data import json_report, junit_report
from tests.grade.report_html import html_report
from tests.grade.report_text import text_report
from tests.grade.run import LOST, NOT_COUNTED, PASSED
from tests.grade.scoring import Graded

NASTY = '<b>&"\x00\x1b\ud800'


def check(id: str, group: str = INTEGRATORS) -> Check:
    """Make a check that is never run."""
    return Check(id, group, 1.0, f"sentence of {id}", "hint", lambda arm: None)


@pytest.fixture
def graded() -> list[Graded]:
    plot = Plot("a swing", "t", "q", [Series("expected", [0.0, 1.0], [0.0, 2.0])])
    plot.series.append(Series("measured", [0.0, 0.5, 1.0], [0.0, float("nan"), 2.1], dots=True))
    return [
        Graded(
            2,
            [
                Verdict(check("good"), PASSED, plots=[plot]),
                Verdict(check("bad"), LOST, "a sum of 4", "5 " + NASTY, "add them", ['{"x":1}']),
                Verdict(check("spared", DYNAMICS), NOT_COUNTED, got="`bad` is lost"),
            ],
            1.5,
        )
    ]


def test_the_table_shows_what_was_lost_before_the_points(graded: list[Graded]) -> None:
    text = text_report(graded)
    told = ("✗ bad", "sentence of bad", "a sum of 4", '{"x":1}', "add them", "12.50 of 25", "Score")
    assert [text.index(part) for part in told] == sorted(text.index(part) for part in told)
    assert "\x1b" not in text


def test_a_terminal_gets_colours(graded: list[Graded]) -> None:
    assert "\033[31m" in text_report(graded, colours=True)


def test_checks_that_are_lost_for_one_reason_are_told_together() -> None:
    dead = [Verdict(check(f"c{k}"), LOST, "a server", "nothing serves the port") for k in range(50)]
    assert text_report([Graded(2, dead, 1.0)]).count("nothing serves the port") == 1


def test_json_has_the_score_and_the_reasons(graded: list[Graded]) -> None:
    report = json.loads(json_report(graded))
    assert report["score"] == 19.23  # 12.5 of the 65 points of both categories
    assert report["categories"][INTEGRATORS] == {"points": 12.5, "of": 25, "passed": 1, "checks": 2}
    bad = report["links"]["2"]["checks"][1]
    assert (bad["id"], bad["outcome"], bad["expected"]) == ("bad", "lost", "a sum of 4")
    assert bad["got"] == '5 <b>&"???'


def test_junit_counts_failures_and_skips(graded: list[Graded]) -> None:
    root = ElementTree.fromstring(junit_report(graded))
    first = root.findall("testsuite")[0]
    assert (first.get("tests"), first.get("failures")) == ("2", "1")
    (failure,) = root.iter("failure")
    assert failure.text and "a sum of 4" in failure.text and "add them" in failure.text
    assert len(list(root.iter("skipped"))) == 1


def test_the_page_is_one_file_with_plots(graded: list[Graded]) -> None:
    page = html_report(graded)
    page.encode("utf-8", "strict")
    HTMLParser().feed(page)
    assert "<svg" in page and "polyline" in page and "<circle" in page
    assert "<b>&" not in page and "http" not in page and "src=" not in page
    assert page.index("sentence of bad") < page.index("sentence of good")
