"""make run and make build: which Python they take, and where the checkout may be.

Nothing here depends on the user who runs the tests: a checkout in which nobody can write compiled
files is made by files where the folders for them belong.
"""

import os
import shutil
import socket
import subprocess
import sys

import pytest
from harness import ROOT, Client, Runtime

SOURCES = ("Makefile", ".python.sh", "pyproject.toml", "README.md", "runtime.py")
PACKAGES = ("actors", "protocol")
# It succeeds where packages are missing, since no test may use the network.
NO_PACKAGES = f"{sys.executable} -I -S"
OF_MAKE = ("MAKEFLAGS", "MFLAGS", "MAKELEVEL", "MAKEOVERRIDES")


def copy(to):
    """Copy what `make run` needs."""
    to.mkdir()
    for name in SOURCES:
        shutil.copy(ROOT / name, to)
    for name in PACKAGES:
        shutil.copytree(ROOT / name, to / name, ignore=shutil.ignore_patterns("__pycache__"))
    return to


def program(path, text):
    """Write a shell script."""
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return str(path)


def make(directory, target, *variables):
    """Run make, without the variables of a make that may have started the tests."""
    environment = {name: text for name, text in os.environ.items() if name not in OF_MAKE}
    return subprocess.run(
        ["make", "--no-print-directory", "-C", directory, target, *variables],
        capture_output=True,
        text=True,
        timeout=50,
        env=environment,
    )


@pytest.fixture(scope="module")
def checkout(tmp_path_factory):
    """A checkout that no test changes."""
    return copy(tmp_path_factory.mktemp("some") / "where")


# -- which Python --------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "script, words",
    [
        ('case "$2" in *version_info*) echo Python 3.8.18;; esac', "Python 3.8.18"),
        ("exit 0", "not a Python"),
        ("cat; echo ready or not", "not a Python"),
        ("exit 3", "not a Python"),
        (None, "not a Python"),
    ],
    ids=["old", "silent", "other", "failing", "missing"],
)
def test_a_python_that_cannot_do_is_one_line_with_what_is_needed(checkout, tmp_path, script, words):
    python = str(tmp_path / "python")
    if script:
        program(tmp_path / "python", script)
    refused = make(checkout, "run", f"PYTHON={python}")
    assert refused.returncode == 2 and refused.stdout == ""
    line, end = refused.stderr.splitlines()
    assert "Python 3.10 or newer is needed" in line and python in line and words in line
    assert end.startswith("make: ***")


@pytest.mark.parametrize("target", ["run", "web"])
def test_a_folder_that_cannot_be_made_is_named_with_a_way_out(checkout, target):
    refused = make(checkout, target, f"PYTHON={NO_PACKAGES}", "VENV=/dev/null/x")
    assert refused.returncode == 2 and refused.stdout == ""
    begun, line, _ = refused.stderr.splitlines()
    assert begun == "setting up /dev/null/x: a virtual environment"
    assert "/dev/null/x could not be made" in line and "install numpy" in line and "VENV=" in line


@pytest.mark.parametrize("kind", ["path with blanks", "command with arguments"])
def test_python_is_a_path_or_a_command(checkout, tmp_path, kind):
    python = program(tmp_path / "a b" / "py thon", f'exec "{sys.executable}" "$@"')
    if kind != "path with blanks":
        python = f"{sys.executable} -X utf8"
    command = ("make", "--no-print-directory", "-C", str(checkout), "run", f"PYTHON={python}")
    with Runtime(command=command) as runtime, Client(runtime.port) as client:
        assert client.call("/arm_sim/set_params")["result"]


# -- where ---------------------------------------------------------------------------------------
def test_a_checkout_with_blanks_in_its_path_that_cannot_be_written_runs_without_home(tmp_path):
    checkout = copy(tmp_path / "check out")
    folders = [checkout, *(path for path in checkout.rglob("*") if path.is_dir())]
    for folder in folders:
        (folder / "__pycache__").touch()
    command = ("make", "-j4", "--no-print-directory", "-C", str(checkout), "run")
    with Runtime(
        command=(*command, f"PYTHON={sys.executable}"), HOME="/nonexistent", TMPDIR="/nonexistent"
    ) as runtime:
        with Client(runtime.port) as client:
            assert client.call("/arm_sim/set_params")["result"]
        assert "__pycache__" not in runtime.log()
        runtime.stop()
        socket.create_server(("127.0.0.1", runtime.port)).close()
    assert all((folder / "__pycache__").is_file() for folder in folders)


def test_build_compiles_and_can_be_repeated(tmp_path):
    checkout = copy(tmp_path / "new")
    for _ in range(2):
        built = make(checkout, "build", f"PYTHON={sys.executable}")
        assert (built.returncode, built.stdout, built.stderr) == (0, "", "")
        assert list(checkout.glob("actors/kernel/__pycache__/actor.*.pyc"))
