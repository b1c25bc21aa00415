"""The integration actor: a long request is worked on with signs of life."""

import pytest
from crew import Gateway, call, letters

from actors.integration import PIECE, Integration
from actors.kernel.registry import Registry
from protocol import names

STEPS = 100_000


@pytest.fixture
def integration():
    registry = Registry([Integration, Gateway])
    yield Integration(registry)
    for entry in registry.entries.values():
        entry.mailbox.close()


def test_it_shows_life_while_it_computes_and_while_it_writes_down(integration, monkeypatch):
    """A million numbers take longer than an actor may be silent."""
    story = []
    monkeypatch.setattr(integration.entry, "beat", lambda now, ahead=0.0: story.append("beat"))
    encode = integration.encode
    monkeypatch.setattr(
        integration, "encode", lambda values: story.append("written down") or encode(values)
    )
    integration.receive(
        call(
            names.INTEGRATION_STEP,
            {"function": "sin(t)", "x0": 0, "dt": 0.1, "steps": STEPS, "integrator": "rk4"},
            encoded=True,
        )
    )
    computed = story[: story.index("written down")]
    written = story[story.index("written down") + 1 :]
    assert len(computed) >= 10 and len(written) >= 3 * STEPS // PIECE
    assert {*computed, *written} == {"beat"}
    integration.commit()
    (answer,) = letters(integration.registry, "gateway")
    assert answer.result and answer.values.count(b",") == 3 * STEPS + 2
