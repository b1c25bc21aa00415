"""A system of small actors without processes, and a mailbox; both are closed after the test."""

from collections.abc import Iterator

import pytest
from crew import Boss, Clerk, Gateway

from actors.kernel import log
from actors.kernel.lines import LineWriter
from actors.kernel.mailbox import Mailbox
from actors.kernel.registry import Registry


@pytest.fixture
def system() -> Iterator[Registry]:
    registry = Registry([Clerk, Boss, Gateway])
    yield registry
    for entry in registry.entries.values():
        entry.mailbox.close()


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    mailbox = Mailbox()
    yield mailbox
    mailbox.close()


@pytest.fixture(autouse=True)
def log_on_standard_error(monkeypatch):
    """Let the log write to descriptor 2, which capfd captures, even if standard error is a pipe."""
    monkeypatch.setattr(log, "STANDARD_ERROR", LineWriter(2))
