"""The clock of the door stands still in its tests, so that no turn ends because of other work."""

import pytest
from fakes import Hands

from actors.door import connection, turns, writers


@pytest.fixture(autouse=True)
def hands(monkeypatch):
    hands = Hands()
    for module in (connection, turns, writers):
        monkeypatch.setattr(module, "time", hands)
    return hands
