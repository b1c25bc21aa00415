"""Looking at processes, and waiting for conditions."""

import random
import socket
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

PATIENCE = 10.0  # s; the longest that a test waits for anything, unless it says otherwise


def wait_until(
    condition: Callable[[], Any], within: float = PATIENCE, what: str = "the condition"
) -> Any:
    """Wait until condition() is true, and return its value. Raises TimeoutError."""
    deadline = time.monotonic() + within
    while not (value := condition()):
        if time.monotonic() > deadline:
            raise TimeoutError(f"waited {within} s in vain for {what}")
        time.sleep(0.002)
    return value


def alive(pid: int) -> bool:
    """Whether the process exists, and is no zombie."""
    return _state(pid) not in ("", "Z")


def at_rest(pid: int, seconds: float = 0.03) -> bool:
    """Whether the process sleeps for so long: it has been started, and has nothing to do."""
    end = time.monotonic() + seconds
    while _state(pid) == "S":
        if time.monotonic() > end:
            return True
        time.sleep(0.001)
    return False


def _state(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return ""


def children(pid: int) -> dict[str, int]:
    """The living child processes of a process, by name."""
    found = {}
    try:
        for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
            if alive(int(child)):
                found[Path(f"/proc/{child}/comm").read_text().strip()] = int(child)
    except (FileNotFoundError, ProcessLookupError):
        pass
    return found


def group_members(group: int) -> list[int]:
    """The living processes of a process group."""
    members = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            state, _, member_of = (folder / "stat").read_text().rsplit(")", 1)[1].split()[:3]
        except (FileNotFoundError, ProcessLookupError):
            continue
        if int(member_of) == group and state != "Z":
            members.append(int(folder.name))
    return members


def free_port() -> int:
    """A port that is free, and that the system gives to no outgoing connection meanwhile."""
    while True:
        try:
            with socket.create_server(("127.0.0.1", random.randrange(12_000, 32_000))) as server:
                return server.getsockname()[1]
        except OSError:
            pass


def descriptors(pid: int) -> int:
    """How many files the process has open."""
    return len(list(Path(f"/proc/{pid}/fd").iterdir()))


def memory(pid: int) -> float:
    """The resident memory of the process in MB."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * 4096 / 1e6
