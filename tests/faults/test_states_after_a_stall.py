"""The live arm after its process had no turn for a while, on a clock of our own."""

import pytest

import actors.arm_sim
from actors.arm_sim import RATE, arm_of
from actors.diagnostics import Diagnostics
from actors.kernel.registry import Registry
from protocol.names import JOINT_STATES

PERIOD = 1 / (4 * RATE)  # s between two looks at the clock
AT_ONCE = 0.0003  # s; what is late is made up for without a pause


class Clock:
    def __init__(self):
        self.now = 100.0

    def monotonic(self):
        return self.now


def noted_arm(registry, said):
    """An arm that notes the stamps of the states it publishes."""

    class Noted(arm_of(2)):
        def publish(self, topic, message, **how):
            if topic == JOINT_STATES:
                said.append(message.time)

    return Noted(registry)


@pytest.mark.parametrize("stall", [0.02, 0.0501, 0.0503, 0.0505, 0.2, 1.0])
def test_no_state_is_said_twice(monkeypatch, stall):
    clock = Clock()
    said = []
    monkeypatch.setattr(actors.arm_sim, "time", clock)
    registry = Registry([arm_of(2), Diagnostics])
    arm = noted_arm(registry, said)
    for pause in [PERIOD] * 9 + [stall, AT_ONCE, AT_ONCE] + [PERIOD] * 12:
        clock.now += pause
        arm.tick()
    for mailbox in registry.mailbox.values():
        mailbox.close()
    assert len(said) >= 5
    assert said == sorted(set(said))
