"""What an actor tells the clients whose publications it receives."""

import pytest
from crew import Clerk, letters

from actors.kernel.letters import Notice, Publication


@pytest.fixture
def clerk(system):
    return Clerk(system)


def told(system, clerk, *publications):
    """What the gateway gets when the clerk has received these."""
    for publication in publications:
        clerk.receive(publication)
    clerk.commit()
    return letters(system, "gateway")


def test_a_publication_that_is_refused_goes_back_to_the_client_it_came_from(system, clerk, capfd):
    notices = told(
        system,
        clerk,
        Publication("/number", 5, source=3),
        Publication("/number", "five", source=3),
        Publication("/number", None),
    )
    assert notices == [Notice(3, "/number", "no number", refused=True)]
    assert clerk.kept == 5
    assert "/number ignored: no number" in capfd.readouterr().err


def test_a_remark_goes_once_to_each_client_that_has_published(system, clerk):
    notices = told(
        system,
        clerk,
        Publication("/number", -5, source=3),
        Publication("/number", -6, source=3),
        Publication("/number", -7),
        Publication("/number", "five", source=3),
        Publication("/number", -8, source=3),
        Publication("/number", -9, source=4),
    )
    assert clerk.kept == -9
    assert notices == [
        Notice(3, "/number", "it is negative", refused=False),
        Notice(3, "/number", "no number", refused=True),
        Notice(4, "/number", "it is negative", refused=False),
    ]


def test_a_client_of_the_next_gateway_is_told_too(system, clerk):
    notices = []
    for _ in range(2):
        notices += told(system, clerk, Publication("/number", -5, source=1))
        system.record_death("gateway", -9)
    assert [type(letter) for letter in notices].count(Notice) == 2
