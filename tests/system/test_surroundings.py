"""Unusual surroundings: the runtime serves in them, or says in one line why it cannot."""

import os
import socket
import subprocess
import sys

import pytest
from harness import ROOT, Client, Runtime
from processes import free_port, group_members, wait_until

START = f"exec '{sys.executable}' runtime.py --with {os.getpid()}"


def shell(command):
    """Run a shell command at the root of the sources, until it ends."""
    return subprocess.run(
        ["sh", "-c", command],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=30,
        env={**os.environ, "ROSBRIDGE_PORT": "0"},
    )


def can(command):
    return subprocess.run(["sh", "-c", command], capture_output=True).returncode == 0


# -- it serves -----------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "command",
    [
        "exec 0<&-; " + START,
        "exec 2>&-; " + START,
        "exec 0<&- 2>&-; " + START,
        "exec 2>/dev/full; " + START,
        "ulimit -n 64; " + START,
        "HOME=/nonexistent TMPDIR=/nonexistent; export HOME TMPDIR; " + START,
        "unset HOME PATH; " + START,
        "PYTHONSAFEPATH=1; export PYTHONSAFEPATH; " + START,
        START.replace("runtime.py", "-I runtime.py"),
        f"cd /; {START.replace('runtime.py', str(ROOT / 'runtime.py'))}",
    ],
)
def test_it_serves(command):
    with Runtime(command=("sh", "-c", command)) as runtime:
        with Client(runtime.port) as client:
            assert client.call("/arm_sim/set_params")["result"]
        assert runtime.stop() == 0 and runtime.all_gone()


NAMESPACE = "unshare --map-root-user --mount"


@pytest.mark.skipif(not can(f"{NAMESPACE} true"), reason="no namespaces of mounts can be made")
@pytest.mark.parametrize("folder", ["/dev/shm", "/tmp"])
def test_it_serves_where_a_folder_cannot_be_written(folder):
    command = f'mount -t tmpfs -o ro none {folder} && cd "{ROOT}" && {START}'
    if ROOT.is_relative_to(folder):
        pytest.skip("the sources would be hidden")
    shut = ("sh", "-c", f"exec {NAMESPACE} sh -c '{command}'")
    with Runtime(command=shut) as runtime, Client(runtime.port) as client:
        assert client.call("/arm_sim/set_params")["result"]


@pytest.mark.parametrize("end", [">&-", ">/dev/full", "| true", "2>&1 | true"])
def test_it_serves_where_its_greeting_cannot_be_written(end):
    port = free_port()
    runtime = subprocess.Popen(
        ["sh", "-c", f"{START.removeprefix('exec ')} {end}"],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        env={**os.environ, "ROSBRIDGE_PORT": str(port)},
    )
    try:
        wait_until(lambda: not is_free(port), what="a listening socket")
        with Client(port) as client:
            assert client.call("/arm_sim/set_params")["result"]
    finally:
        end_group(runtime, 15)
    assert is_free(port)


def is_free(port):
    """Whether nobody listens on a port."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) != 0


def end_group(process, number):
    """Send a signal to the process group that a process leads, and wait until all have ended."""
    try:
        os.killpg(process.pid, number)
    except ProcessLookupError:
        pass
    process.wait(10)
    wait_until(lambda: not group_members(process.pid), what="the end of all processes")


# -- it says why not -----------------------------------------------------------------------------
@pytest.mark.parametrize(
    "limit, words",
    [
        ("ulimit -n 20", "too few files may be open (ulimit -n)"),
        ("ulimit -n 32", "too few files may be open (ulimit -n)"),
        ("ulimit -n 48", "too few files may be open (ulimit -n)"),
        ("ulimit -v 40000", "too little memory may be used (ulimit -v)"),
        ("ulimit -v 50000", "too little memory may be used (ulimit -v)"),
    ],
)
def test_a_limit_that_is_too_low_is_one_line_and_exit_code_1(limit, words):
    refused = shell(f"{limit}; {START}")
    assert refused.returncode == 1 and refused.stdout == ""
    assert refused.stderr.count("\n") == 1 and words in refused.stderr


def test_a_python_that_is_too_old_is_one_line_and_exit_code_2():
    pretend = "import runpy, sys; sys.version_info = (3, 8, 18); runpy.run_path('runtime.py')"
    refused = shell(f'{sys.executable} -c "{pretend}"')
    assert refused.returncode == 2 and refused.stdout == ""
    assert refused.stderr.count("\n") == 1 and "Python 3.10 or newer is needed" in refused.stderr


# -- the end comes early -------------------------------------------------------------------------
@pytest.mark.parametrize("number", [2, 15], ids=["SIGINT", "SIGTERM"])
@pytest.mark.parametrize("times", [1, 2])
@pytest.mark.parametrize("delay", [0.01, 0.04, 0.07, 0.1, 0.15, 0.2, 0.3])
def test_a_signal_while_it_starts_ends_all(number, times, delay):
    port = free_port()
    runtime = subprocess.Popen(
        ["sh", "-c", START],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
        env={**os.environ, "ROSBRIDGE_PORT": str(port)},
    )
    try:
        runtime.wait(delay)
    except subprocess.TimeoutExpired:
        pass
    if times == 2:
        os.killpg(runtime.pid, number)
    end_group(runtime, number)
    # Python itself may report a KeyboardInterrupt before it reads the first line of runtime.py.
    assert b"actors/" not in runtime.communicate()[1]
    socket.create_server(("127.0.0.1", port)).close()
