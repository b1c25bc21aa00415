"""An actor is killed or stopped as soon as it has been started, before it has done anything."""

import signal
import time

import pytest
from harness import Client, Runtime
from health import pids
from ledger import REPLACED
from probes import PROBES
from processes import PATIENCE, alive, wait_until


@pytest.mark.parametrize(
    "number, actors",
    [(signal.SIGKILL, list(PROBES)), (signal.SIGSTOP, ["arm_sim"])],
    ids=["killed", "stopped"],
)
def test_a_newborn_is_replaced_like_any_other(number, actors):
    taken = {}
    with Runtime() as runtime:
        with Client(runtime.port) as client:
            client.call(
                "/pid_controller/enable", {"data": True}
            )  # the probe of the planner needs it
        for actor in actors:
            runtime.pid_of(actor)
            before = pids(runtime.pid)
            runtime.kill(actor)
            (newborn,) = wait_until(lambda known=before: pids(runtime.pid) - known)
            begun = time.monotonic()
            runtime.send_signal(newborn, number)
            wait_until(lambda pid=newborn: not alive(pid), 2 * PATIENCE)
            taken[actor] = round(time.monotonic() - begun, 2)
            with Client(runtime.port) as client:
                client.call(*PROBES[actor])
        assert runtime.stop() == 0
        assert "crashed" not in runtime.log() and "ended with code" not in runtime.log()
    assert max(taken.values()) < REPLACED, taken
