"""Points are counted as the course counts them."""

import pytest

from tests.grade import suite
from tests.grade.checks import DYNAMICS, INTEGRATORS, WEIGHTS, Check, Verdict
from tests.grade.run import LOST, NOT_COUNTED, PASSED
from tests.grade.scoring import Graded, combined, score


def verdict(outcome: str, group: str = INTEGRATORS, weight: float = 1.0) -> Verdict:
    """Make a verdict about a check that is never run."""
    return Verdict(Check("id", group, weight, "sentence", "hint", lambda arm: None), outcome)


def graded(*verdicts: Verdict) -> Graded:
    """Make the grades of one number of links."""
    return Graded(2, verdicts, 1.0)


def test_weights_are_those_of_the_course() -> None:
    assert list(WEIGHTS.values()) == [25, 20, 40, 15]


def test_a_check_counts_by_its_weight() -> None:
    (category,) = graded(verdict(PASSED, weight=3.0), verdict(LOST)).categories
    assert (category.points, category.most) == (18.75, 25)


def test_what_is_not_counted_changes_nothing() -> None:
    (category,) = graded(verdict(PASSED), verdict(LOST), verdict(NOT_COUNTED)).categories
    assert (category.points, category.judged) == (12.5, 2)


def test_a_category_of_which_nothing_counts_has_no_points() -> None:
    assert score(combined([graded(verdict(NOT_COUNTED))])) == 0


@pytest.mark.parametrize("outcome, wanted", [(PASSED, 100.0), (LOST, 0.0)])
def test_the_score_is_from_0_to_100(outcome: str, wanted: float) -> None:
    every = [verdict(outcome, group) for group in WEIGHTS]
    assert score(combined([graded(*every)])) == wanted


def test_the_score_of_the_checkpoint_alone_is_from_0_to_100_too() -> None:
    assert score(combined([graded(verdict(PASSED), verdict(LOST))])) == 50


def test_numbers_of_links_are_averaged() -> None:
    good, bad = graded(verdict(PASSED, DYNAMICS)), graded(verdict(LOST, DYNAMICS))
    (category,) = combined([good, bad])
    assert (category.points, category.passed, category.judged) == (20, 1, 2)


def test_every_check_has_an_id_of_its_own_and_says_what_it_is_about() -> None:
    checks = suite.selected()
    assert len({check.id for check in checks}) == len(checks) > 90
    for check in checks:
        assert check.group in WEIGHTS and check.weight > 0
        assert check.sentence and check.hint


def test_what_spares_a_check_is_judged_before_it() -> None:
    ids = [check.id for check in suite.selected()]
    for place, check in enumerate(suite.selected()):
        for other in check.spared_by:
            assert other in ids[:place], f"{check.id} is judged before {other}"


def test_the_checkpoint_is_the_category_of_the_integrators() -> None:
    assert {check.group for check in suite.selected(checkpoint=True)} == {INTEGRATORS}


def test_checks_can_be_chosen_by_the_beginning_of_their_id() -> None:
    assert {check.id[:3] for check in suite.selected(only="ik.,pid.sag")} == {"ik.", "pid"}
