"""Process 1 of a container inherits processes whose parents have died, and must collect them."""

import os
from collections.abc import Collection


def collect_orphans(ours: Collection[int | None]) -> None:
    """Collect the dead children of this process, up to the first whose pid is one of ours."""
    while True:
        try:
            dead = os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        except ChildProcessError:
            return
        if dead is None or dead.si_pid in ours:
            return
        os.waitpid(dead.si_pid, 0)
