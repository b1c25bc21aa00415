"""The live arm after its process had no turn for a while, with a clock that the test sets."""

import pytest
from arm_node import arm_of

from actors.arm_sim import RATE
from actors.diagnostics import Diagnostics
from actors.kernel.registry import Registry
from protocol.names import JOINT_STATES

PERIOD = 1 / (4 * RATE)  # s between two looks at the clock
AT_ONCE = 0.0003  # s; an arm that is behind makes up for it without a pause


def noted_arm(registry, clock, published):
    """An arm that notes the stamps of the states it publishes."""

    class Noted(arm_of(2)):
        def publish(self, topic, message, **how):
            if topic == JOINT_STATES:
                published.append(message.time)

    return Noted(registry, clock=clock)


@pytest.mark.parametrize("stall", [0.02, 0.0501, 0.0503, 0.0505, 0.2, 1.0])
def test_no_state_is_published_twice(stall):
    now = [100.0]  # s
    published = []
    registry = Registry([arm_of(2), Diagnostics])
    arm = noted_arm(registry, lambda: now[0], published)
    for pause in [PERIOD] * 9 + [stall, AT_ONCE, AT_ONCE] + [PERIOD] * 12:
        now[0] += pause
        arm.tick()
    for entry in registry.entries.values():
        entry.mailbox.close()
    assert len(published) >= 5
    assert published == sorted(set(published))
