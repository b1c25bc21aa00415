"""The injection actor refuses to harm what is not an actor of this system."""

import os

import pytest
from crew import Gateway, call, letters

from actors.injection import Injection
from actors.kernel.registry import Registry
from protocol import names


@pytest.fixture
def injection():
    registry = Registry([Injection, Gateway])
    yield Injection(registry)
    for entry in registry.entries.values():
        entry.mailbox.close()


def answer(injection, args):
    injection.receive(call(names.SIGNAL, args))
    injection.commit()
    return letters(injection.registry, "gateway")[-1]


@pytest.mark.parametrize(
    "args, reason",
    [
        ({}, "actor is missing"),
        ({"actor": "nobody", "signal": "kill"}, "actor must be one of injection, gateway"),
        ({"actor": 7, "signal": "kill"}, "actor must be one of"),
        ({"actor": "gateway"}, "signal is missing"),
        ({"actor": "gateway", "signal": "tickle"}, "signal must be one of kill, stall"),
        ({"actor": "gateway", "signal": 9}, "signal must be one of kill, stall"),
    ],
)
def test_a_wrong_request_is_refused(injection, args, reason):
    reply = answer(injection, args)
    assert not reply.result
    assert reason in reply.status


@pytest.mark.parametrize("pid", [0, -1, 1, os.getppid()], ids="the pid {}".format)
def test_no_process_is_harmed_that_is_not_an_actor_of_this_system(injection, monkeypatch, pid):
    """Such a pid is in the registry before an actor starts, or after it has died."""
    monkeypatch.setattr(os, "getpgid", {1: 1}.get)
    monkeypatch.setattr(os, "getpgrp", lambda: 2)
    monkeypatch.setattr(os, "kill", lambda *_: pytest.fail("a signal was sent"))
    injection.registry.record_start("gateway", pid)
    reply = answer(injection, {"actor": "gateway", "signal": "kill"})
    assert not reply.result
    assert "no process" in reply.status
