"""Calls of the running system beside those of a bare server, measured in turns in one run.

Figures of a shared machine vary: the best of several turns counts, and processor time per call says
more than calls per second.
"""

import os
import selectors
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from harness import Runtime
from table import Row, percentile

QUERY = b'{"op":"call_service","service":"/arm_sim/set_params","args":{},"id":1}\n'
TURNS = 4
SECONDS = 2.0  # of one turn


class Turn(NamedTuple):
    """What one turn measured."""

    calls: int
    times: list[float]  # s, from call to answer; of round trips only
    cost: dict[str, float]  # us of processor time per call, by process


class BareServer:
    """tests/bench/bare_server.py in a process of its own."""

    def __enter__(self) -> "BareServer":
        self._process = subprocess.Popen(
            [sys.executable, str(Path(__file__).with_name("bare_server.py"))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        assert self._process.stdout
        self.port = int(self._process.stdout.readline())
        self.pid = self._process.pid
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate()  # it ends when its input is closed


def rows(runtime: Runtime, connections: int = 16) -> Iterator[Row]:
    """What many pipelining clients and what a single one get, and what it costs."""
    with BareServer() as bare:
        yield from _pipelining(runtime, bare, connections)
        yield from _round_trips(runtime, bare)


def _pipelining(runtime: Runtime, bare: BareServer, connections: int) -> Iterator[Row]:
    ours, theirs = _in_turns(runtime, bare, lambda port: [0.0] * pump(port, connections))
    what = f"{connections} pipelining connections"
    calls = max(turn.calls for turn in ours) / SECONDS
    bare_calls = max(turn.calls for turn in theirs) / SECONDS
    yield Row(f"{what}: calls", calls, "calls/s")
    yield Row(f"{what}: calls to the bare server", bare_calls, "calls/s")
    yield Row(f"{what}: ours to those of the bare server", calls / bare_calls, "")
    yield from _costs(what, ours + theirs)


def _round_trips(runtime: Runtime, bare: BareServer) -> Iterator[Row]:
    ours, theirs = _in_turns(runtime, bare, round_trips)
    p50 = min(percentile(turn.times, 0.5) for turn in ours)
    bare_p50 = min(percentile(turn.times, 0.5) for turn in theirs)
    yield Row("round trip, p50", p50 * 1e6, "us")
    yield Row("round trip, p99", min(percentile(turn.times, 0.99) for turn in ours) * 1e6, "us")
    yield Row("round trip of the bare server, p50", bare_p50 * 1e6, "us")
    yield Row("round trip, p50: ours to that of the bare server", p50 / bare_p50, "")
    yield from _costs("round trip", ours + theirs)


def _costs(what: str, turns: list[Turn]) -> Iterator[Row]:
    """The least that each process has used for a call."""
    for process in sorted({process for turn in turns for process in turn.cost}):
        cost = min(turn.cost[process] for turn in turns if process in turn.cost)
        yield Row(f"{what}: processor time of the {process} per call", cost, "us")


def _in_turns(
    runtime: Runtime, bare: BareServer, load: Callable[[int], list[float]]
) -> tuple[list[Turn], list[Turn]]:
    """The same load on the runtime and on the bare server, several times by turns."""
    actors = runtime.actors()
    pids = {name: actors[name] for name in ("gateway", "arm_sim")}
    turns = [
        (_turn(runtime.port, pids, load), _turn(bare.port, {"bare server": bare.pid}, load))
        for _ in range(TURNS)
    ]
    return [ours for ours, _ in turns], [theirs for _, theirs in turns]


def _turn(port: int, pids: dict[str, int], load: Callable[[int], list[float]]) -> Turn:
    before = {name: processor_time([pid]) for name, pid in pids.items()}
    times = load(port)
    used = {name: processor_time([pid]) - before[name] for name, pid in pids.items()}
    return Turn(len(times), times, {name: each / len(times) * 1e6 for name, each in used.items()})


def pump(port: int, connections: int, depth: int = 32, seconds: float = SECONDS) -> int:
    """Answer every answer with a new call, for a while; how many there were."""
    sockets = [socket.create_connection(("127.0.0.1", port)) for _ in range(connections)]
    answered = 0
    end = time.perf_counter() + seconds
    with selectors.DefaultSelector() as ready:
        for one in sockets:
            ready.register(one, selectors.EVENT_READ)
            one.sendall(QUERY * depth)
        while time.perf_counter() < end:
            for key, _ in ready.select(0.1):
                count = key.fileobj.recv(1 << 18).count(b"\n")
                answered += count
                key.fileobj.sendall(QUERY * count)
    for one in sockets:
        one.close()
    return answered


def round_trips(port: int, seconds: float = SECONDS) -> list[float]:
    """The times from a call to its answer, on one connection that has one call in flight, in s."""
    times = []
    with socket.create_connection(("127.0.0.1", port)) as client:
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            begun = time.perf_counter()
            client.sendall(QUERY)
            while not client.recv(1 << 16).endswith(b"\n"):
                pass
            times.append(time.perf_counter() - begun)
    return times


def processor_time(pids: list[int]) -> float:
    """Seconds of processor that they have used so far."""
    ticks = sum(
        sum(map(int, Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[11:13]))
        for pid in pids
    )
    return ticks / os.sysconf("SC_CLK_TCK")
