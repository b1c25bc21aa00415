"""The integration actor: it computes and encodes in slices, for each client in turn."""

import itertools
import json

import pytest
from crew import Gateway, call, finish, letters

from actors.arm.particle import integrate, particle_step
from actors.integration import MEDIUM, SHORT, Integration
from actors.kernel.letters import Abandoned
from actors.kernel.registry import Registry
from protocol import names

REQUEST = {"function": "sin(t)", "x0": 0, "dt": 0.1, "steps": 1, "integrator": "rk4"}


@pytest.fixture
def integration():
    """An actor whose turns are over after one slice, since its clock runs on by itself."""
    registry = Registry([Integration, Gateway])
    yield Integration(registry, clock=itertools.count().__next__)
    for entry in registry.entries.values():
        entry.mailbox.close()


def ask(integration, token, client=1, **changes):
    letter = call(names.INTEGRATION_STEP, REQUEST | changes, token=token, encoded=True)
    integration.receive(letter._replace(client=client))


def answered(integration):
    """The tokens of the answered calls, in the order of their answers."""
    finish(integration)
    integration.commit()
    return [answer.token for answer in letters(integration.registry, "gateway")]


@pytest.mark.parametrize("function", ["sin(t)", "1/(t-0.3)", "ln(1-t)"])
@pytest.mark.parametrize("steps", [1, 999, 1000, 12_345])
def test_the_answer_is_the_trajectory_as_json(integration, function, steps):
    ask(integration, 1, function=function, steps=steps)
    finish(integration)
    integration.commit()
    (answer,) = letters(integration.registry, "gateway")
    whole = integrate(particle_step(function, "rk4", 0.1), 0.0, 0.0, 0.1, steps)
    text = json.dumps({name: list(numbers) for name, numbers in whole._asdict().items()})
    text = text.replace("-Infinity", "null").replace("Infinity", "null").replace("NaN", "null")
    assert answer.values.decode() == text.replace(" ", "")


def test_a_short_request_is_answered_while_a_long_one_of_another_client_is_not(integration):
    ask(integration, 1, steps=MEDIUM + 1)
    ask(integration, 2, steps=100, client=2)
    assert answered(integration) == [2, 1]


def test_a_short_request_of_the_same_client_overtakes_a_long_one_too(integration):
    ask(integration, 1, steps=SHORT + 1)
    ask(integration, 2, steps=100)
    assert answered(integration) == [2, 1]


def test_one_request_of_a_client_is_answered_between_the_many_of_another(integration):
    for token in range(60):
        ask(integration, token, steps=SHORT)
    ask(integration, 99, steps=SHORT, client=2)
    assert answered(integration).index(99) <= 1


@pytest.mark.parametrize("steps, at_a_time", [(SHORT, 9), (MEDIUM, 4), (MEDIUM + 1, 1)])
def test_only_so_many_long_requests_are_worked_on_at_a_time(
    integration, monkeypatch, steps, at_a_time
):
    begun = []
    monkeypatch.setattr("actors.integration._step", lambda request: begun.append(request) or 1 / 0)
    for client in range(9):
        ask(integration, client, steps=steps, client=client)
    for _ in range(9):
        with pytest.raises(ZeroDivisionError):
            integration.handlers.go_on()
        if not integration.handlers.any_yielded:
            break
    assert len(begun) == at_a_time


def test_a_request_that_nobody_waits_for_makes_room_for_the_next(integration):
    for token in (1, 2):
        ask(integration, token, steps=MEDIUM + 1, client=token)
    integration.handlers.go_on()
    integration.receive(Abandoned("gateway", 0, (1,)))
    assert answered(integration) == [2]
