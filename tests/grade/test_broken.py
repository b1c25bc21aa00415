"""Arms with one fault each lose the points that they should lose, and no others.

The long tests grade each of them wholly. BROKEN=some, in the environment, lets them make only the
checks that matter for the fault, and some others, in a quarter of the time.
"""

import os
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor

import pytest

from tests.grade import suite
from tests.grade.broken import serve
from tests.grade.broken.arms import BROKEN, Broken
from tests.grade.broken.judge import faults_of_grader

AT_ONCE = 4  # graders that run side by side: they mostly wait for arms
WHOLE = os.environ.get("BROKEN") != "some"
IDS = [check.id for check in suite.selected()]


@pytest.fixture(scope="module")
def grades() -> Iterator[dict[str, "Future[list[str]]"]]:
    """The grades of all broken arms, which are found side by side."""
    with ThreadPoolExecutor(AT_ONCE) as pool:
        yield {
            name: pool.submit(faults_of_grader, arm, WHOLE) for name, arm in serve.BROKEN.items()
        }


@pytest.mark.long
@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_arm_loses_what_it_should_and_nothing_else(
    name: str, grades: dict[str, "Future[list[str]]"]
) -> None:
    assert grades[name].result() == []


def test_a_broken_integrator_loses_what_it_should_and_nothing_else() -> None:
    quick = Broken("semi_implicit_euler", lambda: None, ("step.euler",), ("step.",))
    assert faults_of_grader(quick, smoke=()) == []


@pytest.mark.parametrize("name", BROKEN)
def test_the_checks_that_a_broken_arm_may_lose_exist(name: str) -> None:
    arm = BROKEN[name]
    assert set(arm.must) <= set(IDS)
    assert all(any(id.startswith(beginning) for id in IDS) for beginning in arm.may)


def test_there_are_many_broken_arms_of_all_kinds() -> None:
    lost = {id.partition(".")[0] for arm in BROKEN.values() for id in arm.must}
    assert len(BROKEN) >= 40
    assert lost == {id.partition(".")[0] for id in IDS}
