"""The runtime as a program of its own, for black-box tests, and the client that talks to it."""

import os
import re
import select
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from processes import PATIENCE, alive, children, wait_until
from rosbridge import Client

__all__ = ["ARM_SETTINGS", "ROOT", "Client", "Runtime"]

ROOT = Path(__file__).resolve().parents[2]
# The services that set the arm and its controller; without arguments they show what is in force.
ARM_SETTINGS = (
    "/arm_sim/set_integrator",
    "/arm_sim/set_params",
    "/arm_sim/set_links",
    "/arm_sim/set_limits",
    "/arm_sim/pause",
    "/pid_controller/set_gains",
    "/pid_controller/enable",
)
PYTHON_RUNTIME = (
    sys.executable,
    "-W",
    "error::DeprecationWarning",
    "runtime.py",
    "--with",
    str(os.getpid()),
)


class Runtime:
    """A running system on a port of its own. It ends when the test process ends, if not before."""

    defaults: dict[str, Any]  # the settings of the fresh system by service; set by the fixtures

    def __init__(
        self, links: int = 2, command: tuple[str, ...] = PYTHON_RUNTIME, **environment: str
    ):
        self.links = links
        self._log = tempfile.TemporaryFile()  # noqa: SIM115
        self.main = subprocess.Popen(
            command,
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=self._log,
            start_new_session=True,
            env={**os.environ, "ARM_SIM_LINKS": str(links), "ROSBRIDGE_PORT": "0", **environment},
        )
        self._family: set[int] = set()
        try:
            self.port = self._read_port()
        except BaseException:
            self.close()
            raise
        self.pid = self._main_pid()

    def __enter__(self) -> "Runtime":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _read_port(self) -> int:
        """Wait for the greeting, which names the port."""
        assert self.main.stdout
        if not select.select([self.main.stdout], [], [], 2 * PATIENCE)[0]:
            raise TimeoutError(f"no greeting; the log says: {self.log()}")
        greeting = self.main.stdout.readline().decode()
        found = re.search(r":(\d+)$", greeting.strip())
        if not found:
            raise AssertionError(
                f"no port in the greeting {greeting!r}; the log says: {self.log()}"
            )
        return int(found[1])

    def _main_pid(self) -> int:
        """The pid of the supervisor: of what we started, or of a descendant (make has a shell)."""
        pid = self.main.pid
        while not {"gateway", "arm_sim"} & set(family := children(pid)):
            self._family |= set(family.values())
            (pid,) = family.values()
        return pid

    # -- its processes ---------------------------------------------------------------------------
    def actors(self) -> dict[str, int]:
        """The process ids by actor. Each process bears the name of its actor."""
        found = children(self.pid)
        self._family |= {self.pid, *found.values()}
        return found

    def pid_of(self, actor: str) -> int:
        return wait_until(lambda: self.actors().get(actor), what=f"a process of {actor}")

    def kill(self, actor: str, number: int = signal.SIGKILL) -> int:
        """Send a signal to an actor, and return its pid."""
        pid = self.pid_of(actor)
        self.send_signal(pid, number)
        return pid

    @staticmethod
    def send_signal(pid: int, number: int) -> None:
        """Send a signal to a process, which may have ended already."""
        try:
            os.kill(pid, number)
        except ProcessLookupError:
            pass

    def successor_of(self, actor: str, pid: int, within: float = PATIENCE) -> int:
        """Wait for the process that takes the place of this one, and return its pid."""
        return wait_until(
            lambda: (now := self.actors().get(actor)) != pid and now, within, f"a new {actor}"
        )

    def all_gone(self) -> bool:
        return not any(alive(pid) for pid in self._family)

    def log(self) -> str:
        self._log.seek(0)
        return self._log.read().decode()

    # -- the end ---------------------------------------------------------------------------------
    def stop(self, number: int = signal.SIGTERM, within: float = PATIENCE) -> int:
        """Tell the runtime to stop, and return its exit code."""
        self.actors()
        os.kill(self.pid, number)
        return self.main.wait(within)

    def close(self) -> None:
        """Kill the runtime and all its processes, in whatever state they are."""
        if self.main.poll() is None:
            if hasattr(self, "pid"):
                self.actors()
            self.main.kill()
            self.main.wait()
        for pid in filter(alive, self._family):
            os.kill(pid, signal.SIGKILL)
        assert self.main.stdout
        self.main.stdout.close()
        self._log.close()
