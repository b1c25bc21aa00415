"""How the runtime starts, what it refuses to start with, and how it ends."""

import os
import re
import signal
import socket
import subprocess
import sys
import time

import pytest
from harness import ROOT, Client, Runtime
from processes import PATIENCE, alive, children, free_port, wait_until

from actors.door.extras import HOW_TO_GET_WEBSOCKET, has_websocket

STATES = "/joint_states"
SOON = 5.0  # s, for what takes less than half a second on an idle machine
LOG_LINE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z (INFO|WARNING|ERROR) \w+: .+")


def run(*arguments, **environment):
    """Start the runtime, which is expected to fail."""
    return subprocess.run(
        [sys.executable, "runtime.py", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=30,
        env={**os.environ, "ROSBRIDGE_PORT": "0", **environment},
    )


# -- starting ------------------------------------------------------------------------------------
def test_a_client_that_connects_after_the_greeting_is_served():
    for _ in range(4):
        with Runtime() as runtime, Client(runtime.port) as client:
            assert client.call("/arm_sim/set_params")["values"]["gravity"] == 9.81


@pytest.mark.parametrize("setting, links", [("", 2), ("2", 2), (" 3 ", 3)])
def test_the_number_of_links_is_read_from_the_environment(setting, links):
    with Runtime(ARM_SIM_LINKS=setting) as runtime, Client(runtime.port) as client:
        assert len(client.call("/arm_sim/set_params")["values"]["masses"]) == links


@pytest.mark.parametrize(
    "name, values",
    [("ARM_SIM_LINKS", ["4", "1", "2.0", "٣"]), ("ROSBRIDGE_PORT", ["-1", "65536", "http"])],
)
def test_a_setting_that_cannot_be_is_one_line_and_exit_code_2(name, values):
    for value in values:
        refused = run(**{name: value})
        assert refused.returncode == 2
        assert refused.stderr.count("\n") == 1 and name in refused.stderr and refused.stdout == ""


@pytest.mark.parametrize(
    "arguments",
    [
        ["--with"],
        ["--with", "x"],
        ["--help-me"],
        ["--port", "70000"],
        ["--port", "abc"],
        ["--port=-1"],
        ["--port", "1" * 30],
        ["--links", "4"],
        ["--links", "2", "3"],
    ],
    ids=" ".join,
)
def test_an_argument_that_cannot_be_is_one_line_and_exit_code_2(arguments):
    refused = run(*arguments)
    assert refused.returncode == 2 and refused.stderr.count("\n") == 1


@pytest.mark.parametrize("argument, word", [("-h", "--port PORT"), ("--version", "pendularm ")])
def test_a_question_is_answered_and_starts_nothing(argument, word):
    answered = run(argument)
    assert answered.returncode == 0 and answered.stderr == "" and word in answered.stdout


def test_a_busy_port_is_one_line_and_exit_code_1_and_leaves_its_owner_alone():
    with Runtime() as runtime, Client(runtime.port) as client:
        refused = run(ROSBRIDGE_PORT=str(runtime.port))
        assert refused.returncode == 1
        assert refused.stderr.count("\n") == 1 and str(runtime.port) in refused.stderr
        assert client.call("/arm_sim/set_params")["result"]


# -- ending --------------------------------------------------------------------------------------
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_it_quickly_and_quietly_whoever_is_connected(number):
    with Runtime() as runtime, Client(runtime.port) as one, Client(runtime.port) as other:
        for client in (one, other):
            client.subscribe(STATES)
        begun = time.monotonic()
        assert runtime.stop(number) == 0
        assert time.monotonic() - begun < SOON
        assert runtime.all_gone()
        with pytest.raises(ConnectionError):
            one.listen(STATES, PATIENCE)
        lines = runtime.log().splitlines()
        assert all(LOG_LINE.fullmatch(line) for line in lines)
        remarks = [line for line in lines if " INFO " not in line]
        missing = [] if has_websocket() else [HOW_TO_GET_WEBSOCKET]
        assert [line.split("gateway: ")[-1] for line in remarks] == missing


def test_ctrl_c_twice_on_the_whole_group_leaves_no_traceback_and_nothing_running():
    with Runtime() as runtime, Client(runtime.port) as client:
        client.subscribe(STATES)
        runtime.actors()
        os.killpg(runtime.main.pid, signal.SIGINT)
        time.sleep(0.01)
        try:
            os.killpg(runtime.main.pid, signal.SIGINT)
        except ProcessLookupError:
            pass
        assert runtime.main.wait(PATIENCE) == 0
        wait_until(runtime.all_gone)
        assert "Traceback" not in runtime.log()


def test_a_stopped_actor_does_not_hold_the_end_up():
    with Runtime() as runtime:
        runtime.kill("arm_sim", signal.SIGSTOP)
        begun = time.monotonic()
        assert runtime.stop() == 0
        assert time.monotonic() - begun < SOON and runtime.all_gone()


def test_a_killed_supervisor_takes_all_along_and_frees_its_port():
    port = free_port()
    for _ in range(3):
        with Runtime(ROSBRIDGE_PORT=str(port)) as runtime:
            runtime.actors()
            os.kill(runtime.pid, signal.SIGKILL)
            wait_until(runtime.all_gone, within=SOON)
            socket.create_server(("127.0.0.1", port)).close()


def test_it_ends_with_the_process_that_it_was_told_to_end_with(doomed):
    script = (
        "import subprocess, sys, os, time;"
        "subprocess.Popen([sys.executable, 'runtime.py', '--with', str(os.getpid())]);"
        "time.sleep(60)"
    )
    parent = subprocess.Popen(
        [sys.executable, "-c", script],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "ROSBRIDGE_PORT": "0"},
    )
    doomed.append(parent.pid)
    assert parent.stdout and parent.stdout.readline()
    (pid,) = children(parent.pid).values()
    doomed.append(pid)
    family = [pid, *children(pid).values()]
    assert len(family) > 3 and all(map(alive, family))
    parent.kill()
    parent.communicate()
    wait_until(lambda: not any(map(alive, family)), within=SOON)


def test_make_run_serves_and_a_killed_make_soon_frees_the_port():
    port = free_port()
    with Runtime(
        3,
        command=("make", "--no-print-directory", "run", f"PYTHON={sys.executable}"),
        ROSBRIDGE_PORT=str(port),
    ) as runtime:
        with Client(port) as client:
            assert len(client.call("/arm_sim/set_params")["values"]["lengths"]) == 3
        runtime.actors()
        runtime.main.kill()
        runtime.main.wait()
        wait_until(runtime.all_gone, within=SOON)
        socket.create_server(("127.0.0.1", port)).close()


def test_nobody_reading_its_output_is_no_reason_to_end():
    with Runtime() as runtime:
        runtime.main.stdout.close()
        runtime.successor_of("gateway", runtime.kill("gateway"))
        with Client(runtime.port) as client:
            assert client.call("/arm_sim/set_params")["result"]


# -- the log -------------------------------------------------------------------------------------
def test_the_log_has_one_whole_line_per_event_however_many_processes_write():
    with Runtime() as runtime:
        with Client(runtime.port) as client:
            for actor in ("arm_sim", "integration", "arm_sim"):
                client.send(
                    *[{"op": "publish", "topic": "/joint_trajectory", "msg": {"points": []}}] * 50
                )
                client.send(*[{"op": "publish", "topic": "/joint_trajectory", "msg": "a\nb"}] * 50)
                client.settle()
                runtime.successor_of(actor, runtime.kill(actor))
        lines = runtime.log().splitlines()
        assert all(LOG_LINE.fullmatch(line) for line in lines)
        assert sum("ended by signal 9" in line for line in lines) == 3
        assert 1 <= sum("/joint_trajectory" in line for line in lines) <= 6  # counted, not repeated
