"""Starts, stops and restarts the server that is graded, and ends no process but its own.

The server runs in a process group of its own. On Linux, processes that have left the group are
found by a mark in their environment.
"""

import contextlib
import os
import shlex
import signal
import socket
import subprocess
import threading
import time
import uuid
from collections.abc import Callable
from pathlib import Path

MARK = "PENDULARM_GRADED_AS"
POLITE = 3.0  # s between SIGTERM and SIGKILL
SHOWN = 2000  # bytes of the server's output that a report shows


class NotServing(Exception):
    """The server does not accept connections; the text says what is known."""


class Launcher:
    """The server under grading. Without a command, it is one that somebody else has started.

    command   a shell command that serves in the foreground; it gets ARM_SIM_LINKS, and
              ROSBRIDGE_PORT for servers that can choose their port
    """

    def __init__(self, command: str, folder: str, host: str, port: int):
        self.command, self.folder, self.host = command, folder, host
        self.port = port or free_port(host)
        self._mark = uuid.uuid4().hex
        self._process: subprocess.Popen[bytes] | None = None
        self._output = b""
        self.polite = POLITE

    @property
    def can_restart(self) -> bool:
        """Whether the server is ours to start and stop."""
        return bool(self.command)

    def start(self, links: int | None, patience: float) -> float:
        """Start the server, and return the seconds after which it accepts connections.

        links      for ARM_SIM_LINKS; None leaves the variable unset
        patience   s that it may take

        Raises NotServing.
        """
        begun = time.monotonic()
        if self.command:
            if self._accepts():
                raise NotServing(f"port {self.port} is in use by another program")
            self._spawn(links)
        while not self._accepts():
            if self._process is not None and self._process.poll() is not None:
                code = self._process.returncode
                raise NotServing(f"`{self.command}` ended with code {code}: {self.output()}")
            if time.monotonic() - begun > patience:
                raise NotServing(f"nothing serves port {self.port} after {patience:.0f} s")
            time.sleep(0.02)
        return time.monotonic() - begun

    def _spawn(self, links: int | None) -> None:
        environment = {k: v for k, v in os.environ.items() if k != "ARM_SIM_LINKS"}
        environment |= {"ROSBRIDGE_PORT": str(self.port), MARK: self._mark}
        if links is not None:
            environment["ARM_SIM_LINKS"] = str(links)
        self._output = b""
        try:
            self._process = subprocess.Popen(
                shlex.split(self.command),
                cwd=self.folder,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        except OSError as problem:
            raise NotServing(f"`{self.command}` cannot be started: {problem}") from None
        self._reader = threading.Thread(target=self._drain, args=(self._process,), daemon=True)
        self._reader.start()

    def _drain(self, process: "subprocess.Popen[bytes]") -> None:
        """Read what the server prints, however much that is, and keep the end of it."""
        assert process.stdout
        with process.stdout as stream:
            while data := os.read(stream.fileno(), 1 << 16):
                self._output = (self._output + data)[-SHOWN:]

    def _accepts(self) -> bool:
        try:
            socket.create_connection((self.host, self.port), 0.5).close()
            return True
        except OSError:
            return False

    def is_running(self) -> bool:
        """Return whether the process that was started still runs; True if none was."""
        return self._process is None or self._process.poll() is None

    def output(self) -> str:
        """Return the last lines that the server has printed."""
        return self._output.decode("utf-8", "replace").strip()

    def stop(self) -> None:
        """End everything that was started, and wait until the port is free."""
        process, self._process = self._process, None
        if process is None:
            return
        self._signal(process.pid, signal.SIGTERM)
        within(self.polite, lambda: process.poll() is not None and not self.strays())
        self._signal(process.pid, signal.SIGKILL)
        process.wait()
        self._reader.join(POLITE)
        within(POLITE, lambda: not self._accepts())

    def _signal(self, group: int, number: signal.Signals) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(group, number)
        for pid in self.strays():
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, number)

    def strays(self) -> list[int]:
        """Return the processes, on Linux, whose environment says that we have started them."""
        mark = f"{MARK}={self._mark}".encode()
        found = []
        for entry in Path("/proc").glob("[0-9]*/environ"):
            with contextlib.suppress(OSError):
                if mark in entry.read_bytes():
                    found.append(int(entry.parent.name))
        return found


def within(seconds: float, condition: Callable[[], bool]) -> bool:
    """Wait until a condition holds, for so long at most; return whether it holds."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def free_port(host: str) -> int:
    """Return a port that nobody uses at present."""
    with socket.socket() as probe:
        probe.bind((host, 0))
        return int(probe.getsockname()[1])
