"""The terminal of the runtime goes away: the runtime ends with it, unless it was told to stay."""

import os
import pty
import socket
import sys

import pytest
from harness import Client, Runtime
from processes import wait_until

RUNTIME = f"{sys.executable} runtime.py"
MAKE = f"make --no-print-directory run PYTHON={sys.executable}"
# It opens a terminal, which becomes the one that controls its session, and runs a shell command.
LEADER = """
import os, sys
terminal = os.open(sys.argv[1], os.O_RDWR)
for descriptor in (0, 2):
    os.dup2(terminal, descriptor)
os.execv("/bin/sh", ["sh", "-c", sys.argv[2]])
"""


@pytest.fixture
def terminal():
    """A terminal, as a function that closes its window, and its name."""
    window, end = pty.openpty()
    name = os.ttyname(end)
    os.close(end)
    open_windows = [window]

    def close():
        while open_windows:
            os.close(open_windows.pop())

    yield close, name
    close()


def start(name, command):
    return Runtime(command=(sys.executable, "-c", LEADER, name, command))


@pytest.mark.parametrize(
    "command", [f"exec {MAKE}", f"{MAKE}; true", f"exec {RUNTIME}", f"{RUNTIME}; true"]
)
def test_it_ends_with_its_terminal(terminal, command):
    close, name = terminal
    with start(name, command) as runtime:
        runtime.actors()
        close()
        wait_until(runtime.all_gone, what="the end of all processes")
        socket.create_server(("127.0.0.1", runtime.port)).close()


@pytest.mark.parametrize("command", [MAKE, RUNTIME])
@pytest.mark.parametrize("way", ["exec nohup {} 2>/dev/null", "setsid {}; true"])
def test_it_stays_where_it_was_told_to(terminal, way, command, doomed):
    close, name = terminal
    with start(name, way.format(command)) as runtime:
        doomed.extend([runtime.pid, *runtime.actors().values()])
        close()
        # When the successor is there, the supervisor has looked at its terminal.
        runtime.successor_of("ik", runtime.kill("ik"))
        with Client(runtime.port) as client:
            assert client.call("/arm_sim/set_params")["result"]
        runtime.stop()
        wait_until(runtime.all_gone, what="the end of all processes")
