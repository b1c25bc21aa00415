"""One client that keeps the shared services busy costs the others nothing but a moment."""

import os
import socket
import struct
from pathlib import Path

import pytest
from descents import DESCENT, LONGEST_DESCENT
from processes import wait_until

SOLVE = "/ik/solve"
STEP = "/arm_sim/integration_step"
REHEARSE = "/motion/rehearse"
MOVE = "/motion/move_joints"
STOP = "/motion/stop"
# An answer takes some ms on an idle machine, and all that the busy client has asked takes longer.
SOON = 2.0  # s
LONG_STEP = {"function": "sin(t)", "x0": 0, "dt": 1e-3, "steps": 100_000, "integrator": "rk4"}
LONG_REHEARSAL = {"positions": [0.3, -0.3], "duration": 200.0}
LONG_WORK = [(DESCENT, LONGEST_DESCENT, 60), (STEP, LONG_STEP, 40), (REHEARSE, LONG_REHEARSAL, 16)]
ACTOR = {DESCENT: "ik", STEP: "integration", REHEARSE: "rehearsal"}
busily = pytest.mark.parametrize(
    "service, args, count", LONG_WORK, ids=[service for service, _, _ in LONG_WORK]
)
pytestmark = [pytest.mark.parametrize("links", [2]), pytest.mark.timeout(120)]


@pytest.fixture
def enabled(client):
    client.call("/pid_controller/enable", {"data": True})
    client.call("/arm_sim/reset")
    yield
    client.call(STOP)


@pytest.fixture
def keep_busy(connect):
    """A function that makes a client ask for so much. The client leaves when the test ends."""
    clients = []

    def begin(service, args, count):
        busy = connect()
        for _ in range(count):
            busy.begin(service, args)
        clients.append(busy)
        return busy

    yield begin
    for busy in clients:
        leave(busy)


def leave(client):
    """Cut a connection, as the end of a client does that has not read all that it was sent.

    An ordinary close looks like that of the sending half alone until something is sent, and a
    client that has closed its sending half still gets its answers.
    """
    if client.socket.fileno() >= 0:
        client.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        client.close()


def spent(pid):
    """The processor time in s that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def works(runtime, actor):
    """Wait until an actor computes."""
    pid = runtime.pid_of(actor)
    before = spent(pid)
    wait_until(lambda: spent(pid) > before, what=f"{actor} to compute")


@busily
def test_what_others_ask_is_answered_meanwhile(
    client, keep_busy, runtime, enabled, service, args, count
):
    before = runtime.actors()
    keep_busy(service, args, count)
    works(runtime, ACTOR[service])
    for other, request in (
        (SOLVE, {"x": 1.0, "y": 0.5}),
        (DESCENT, {"target": {"x": 1, "y": 1}, "start": [0.2, 0.5]}),
        (STEP, LONG_STEP | {"steps": 100}),
        (REHEARSE, {"positions": [0.1, -0.1], "duration": 0.5}),
        (MOVE, {"positions": [0.1, -0.1]}),
    ):
        answer = client.call(other, request, within=SOON)
        assert answer["result"], answer["status"]
    assert runtime.actors() == before


@busily
def test_the_work_ends_when_its_client_has_left(
    client, keep_busy, runtime, enabled, service, args, count
):
    """Otherwise it would go on for seconds."""
    busy = keep_busy(service, args, count)
    actor = ACTOR[service]
    works(runtime, actor)
    leave(busy)
    pid = runtime.pid_of(actor)
    seen = [spent(pid)]

    def rests():
        """Whether it has not used a tick of its processor while the arm answered 200 times."""
        for _ in range(200):
            client.settle()
        seen.append(spent(pid))
        return seen[-1] == seen[-2]

    wait_until(rests, within=4.0, what=f"{actor} to rest")
    assert runtime.pid_of(actor) == pid


def test_what_a_client_that_has_left_wanted_to_change_is_changed(client, connect, enabled):
    client.subscribe("/motion/result")
    leaving = connect()
    leaving.begin(MOVE, {"positions": [0.05, -0.05], "duration": 0.1})
    leaving.close()
    result = client.message("/motion/result")
    assert result["outcome"] == "reached", result["reason"]
