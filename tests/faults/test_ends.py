"""Ends of the whole system, by a kill or by Ctrl-C, and starts with a saved state without sense."""

import os
import signal
import sys
import time
from pathlib import Path

import pytest
from harness import ROOT, Client, Runtime
from probes import PROBES
from processes import PATIENCE, free_port, wait_until

PROGRAM = Path(__file__).with_name("poisoned_system.py")
QUERY = "/arm_sim/set_params"


def test_a_killed_main_process_leaves_nothing_and_the_next_start_works_at_once():
    port = str(free_port())
    for _ in range(3):
        with Runtime(ROSBRIDGE_PORT=port) as runtime, Client(runtime.port) as client:
            client.subscribe("/joint_states")
            assert client.call(QUERY)["result"]
            assert set(runtime.actors()) == set(PROBES)
            os.kill(runtime.pid, signal.SIGKILL)
            wait_until(runtime.all_gone, what="the end of all actors")


def test_ctrl_c_with_clients_connected_is_quiet():
    with Runtime() as runtime:
        clients = [Client(runtime.port) for _ in range(3)]
        try:
            for client in clients:
                client.subscribe("/joint_states")
                client.begin(
                    "/arm_sim/integration_step", PROBES["integration"][1] | {"steps": 200_000}
                )
            runtime.actors()
            before = runtime.log()
            os.killpg(runtime.main.pid, signal.SIGINT)
            assert runtime.main.wait(PATIENCE) == 0
            assert runtime.all_gone()
        finally:
            for client in clients:
                client.close()
        log = runtime.log().removeprefix(before)
    assert all(" INFO " in line for line in log.splitlines()), log


@pytest.mark.parametrize(
    "actor, poison",
    [
        ("arm_sim", "no arm"),
        ("arm_sim", "half an arm"),
        ("ik_action", "text"),
        ("ik_trial", "short"),
    ],
)
def test_a_poisoned_state_heals_by_itself(actor, poison):
    begun = time.monotonic()
    command = (sys.executable, str(PROGRAM), actor, poison)
    with Runtime(command=command, PYTHONPATH=str(ROOT)) as runtime, Client(runtime.port) as client:
        for service, args in PROBES.values():
            answer = client.call(service, args)
            while "restarted" in answer["status"]:
                answer = client.call(service, args)
        taken = time.monotonic() - begun
        assert client.call(QUERY)["values"]["lengths"] == [1.0, 1.0]
        assert len(client.call("/pid_controller/set_gains")["values"]["kp"]) == 2
        client.subscribe("/joint_states")
        for _ in range(5):
            assert len(client.message("/joint_states")["position"]) == 2
        assert runtime.stop() == 0
    assert taken < 10.0  # s; less than one on an idle machine
