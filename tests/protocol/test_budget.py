"""What is kept for clients: how it is counted, and whose connection is closed."""

import pytest

from protocol import limits
from protocol.budget import Budget


@pytest.fixture
def budget(monkeypatch):
    monkeypatch.setattr(limits, "CLIENT_BYTES", 100)
    monkeypatch.setattr(limits, "ALL_CLIENTS_BYTES", 250)
    return Budget()


def test_bytes_count_until_they_are_released(budget):
    account = budget.open(1)
    account.add(70)
    account.add(-30)
    assert (account.bytes, budget.total) == (40, 40)


def test_a_line_that_several_clients_wait_for_counts_for_each_and_once_in_all(budget):
    line = b"x" * 30
    accounts = [budget.open(number) for number in range(3)]
    totals = []
    for account in accounts:
        account.hold(line)
        totals.append(budget.total)
    held = [account.bytes for account in accounts]
    for account in accounts:
        account.release(line)
        totals.append(budget.total)
    assert held == [30, 30, 30] and totals == [30, 30, 30, 30, 30, 0]


def test_nothing_is_counted_after_a_connection_has_ended(budget):
    account = budget.open(1)
    account.add(70)
    budget.close(1)
    assert budget.total == 0 and budget.excess() is None


@pytest.mark.parametrize("held, session", [([100, 100], None), ([101, 1], 0), ([20, 150, 90], 1)])
def test_a_client_for_which_too_much_is_kept_is_closed(budget, held, session):
    for number, count in enumerate(held):
        budget.open(number).add(count)
    excess = budget.excess()
    assert (excess and excess[0]) == session
    assert excess is None or "100 bytes" in excess[1]


@pytest.mark.parametrize("held, session", [([90, 95, 65], None), ([90, 95, 66], 1)])
def test_if_too_much_is_kept_in_all_the_client_with_most_is_closed(budget, held, session):
    for number, count in enumerate(held):
        budget.open(number).add(count)
    excess = budget.excess()
    assert (excess and excess[0]) == session
    assert excess is None or "95 bytes" in excess[1]
