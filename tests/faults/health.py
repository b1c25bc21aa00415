"""Memory, descriptors, processes and the log of a system. No fault may make them grow."""

import os
import re
from pathlib import Path
from typing import NamedTuple

from harness import Runtime
from ledger import Ledger
from processes import alive, descriptors, memory

LOG_LINE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z (INFO|WARNING|ERROR) \w+: .+")
OWN_FAULT = ("Traceback", "crashed:", "ended with code", "dropped:")
DESCRIPTORS = 3  # by which the number may grow
MEGABYTES = 5.0  # by which memory may grow


class Holdings(NamedTuple):
    """What a system holds of the machine at one time."""

    supervisor_descriptors: int
    gateway_descriptors: int
    supervisor_megabytes: float
    gateway_megabytes: float
    dev_shm_entries: int

    @classmethod
    def of(cls, runtime: Runtime) -> "Holdings":
        gateway = runtime.pid_of("gateway")
        return cls(
            descriptors(runtime.pid),
            descriptors(gateway),
            memory(runtime.pid),
            memory(gateway),
            len(os.listdir("/dev/shm")) if os.path.isdir("/dev/shm") else 0,
        )

    def has_grown(self, before: "Holdings") -> list[str]:
        """What has grown by more than is allowed, in words."""
        allowed = Holdings(DESCRIPTORS, DESCRIPTORS, MEGABYTES, MEGABYTES, DESCRIPTORS)
        return [
            f"{name}: {then} -> {now}"
            for name, then, now, more in zip(self._fields, before, self, allowed)
            if now > then + more
        ]


def pids(parent: int) -> set[int]:
    """The pids of all children of a process, zombies and processes without a name included."""
    return set(map(int, Path(f"/proc/{parent}/task/{parent}/children").read_text().split()))


def check_holdings(before: Holdings, after: Holdings, ledger: Ledger) -> None:
    for name, then, now in zip(Holdings._fields, before, after):
        ledger.figures[name.replace("_", " ")] = f"{then:.4g} -> {now:.4g}"
    for growth in after.has_grown(before):
        ledger.violation(f"more is held than before: {growth}")


def check_processes(runtime: Runtime, ledger: Ledger) -> None:
    zombies = [pid for pid in pids(runtime.pid) if not alive(pid)]
    if zombies:
        ledger.violation(f"zombies: {zombies}")


def check_log(log: str, ledger: Ledger) -> None:
    for line in log.splitlines():
        if any(sign in line for sign in OWN_FAULT):
            ledger.violation(f"the log says: {line}")
        elif not LOG_LINE.fullmatch(line):
            ledger.violation(f"a torn log line: {line!r}")
