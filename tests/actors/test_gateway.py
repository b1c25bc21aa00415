"""The gateway as an actor, without sockets."""

from queue import Full

import pytest
from crew import Clerk, call

from actors.gateway import Gateway
from actors.registry import Registry


class Loop:
    """Stands in for the event loop: notes what is due later."""

    def __init__(self):
        self.due = []

    def call_later(self, seconds, function, *args):
        self.due.append(function)


@pytest.fixture
def gateway():
    registry = Registry([Clerk, Gateway])
    gateway = Gateway(registry)
    gateway.loop = Loop()
    yield gateway
    for mailbox in registry.mailbox.values():
        mailbox.close()


def test_however_often_it_meets_a_full_mailbox_it_tries_again_once_at_a_time(gateway):
    """It flushes at every letter and every operation: were each to begin a series of tries, they would add up."""
    with pytest.raises(Full):
        while True:
            gateway.registry.mailbox["clerk"].put(b"x" * 1000)
    gateway.outbox.add("clerk", call("/double", {"x": "x" * 2000}), keep=True)
    for _ in range(100):
        gateway.flush()
    assert len(gateway.loop.due) == 1
    gateway.loop.due.pop()()
    assert len(gateway.loop.due) == 1
