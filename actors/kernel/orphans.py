"""Collects orphans: processes whose parents have died, and which process 1 inherits."""

import os
from collections.abc import Collection


def collect_orphans(ours: Collection[int | None]) -> None:
    """Collect ended orphans, but stop at the first ended process whose pid is in `ours`."""
    while True:
        try:
            dead = os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        except ChildProcessError:
            return
        if dead is None or dead.si_pid in ours:
            return
        os.waitpid(dead.si_pid, 0)
