"""What the running system costs while nobody uses it: the arm is live, without any client."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from harness import Runtime
from table import Row

WARM_UP = 2.0  # s
SECONDS = 10.0


class Cost(NamedTuple):
    """Of one process, since it was started."""

    processor: float  # s
    wakings: int  # how often it has given the processor up by itself


def rows() -> Iterator[Row]:
    with Runtime() as runtime:
        time.sleep(WARM_UP)
        pids = {"supervisor": runtime.pid, **runtime.actors()}
        before = {name: cost(pid) for name, pid in pids.items()}
        begun = time.perf_counter()
        time.sleep(SECONDS)
        elapsed = time.perf_counter() - begun
        used = {name: difference(before[name], cost(pid)) for name, pid in pids.items()}
        held = {name: memory(pid) for name, pid in pids.items()}
    for name in pids:
        yield Row(f"{name}: part of one core", 100 * used[name].processor / elapsed, "%")
        yield Row(f"{name}: wakes up", used[name].wakings / elapsed, "times/s")
        yield Row(f"{name}: memory (PSS)", held[name], "MB")
    processor = sum(each.processor for each in used.values())
    yield Row("all processes: part of one core", 100 * processor / elapsed, "%")
    yield Row("all processes: memory (PSS)", sum(held.values()), "MB")


def cost(pid: int) -> Cost:
    """What a process has cost so far. The scheduler counts its processor time in nanoseconds."""
    processor = int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) * 1e-9
    status = Path(f"/proc/{pid}/status").read_text().splitlines()
    return Cost(processor, int(field(status, "voluntary_ctxt_switches")))


def difference(before: Cost, after: Cost) -> Cost:
    return Cost(after.processor - before.processor, after.wakings - before.wakings)


def memory(pid: int) -> float:
    """The proportional set size in MB: memory that processes share is divided among them."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return int(field(lines, "Pss").removesuffix("kB")) / 1024


def field(lines: list[str], name: str) -> str:
    """The value of a field in a file of lines "name: value"."""
    return next(value for key, _, value in (line.partition(":") for line in lines) if key == name)
