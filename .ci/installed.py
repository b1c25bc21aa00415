"""Checks an installed Pendularm: it brings its own packages only, and serves from any folder.

usage: PYTHON installed.py      (with the Python in which it is installed)
"""

import subprocess
import sys
from importlib.metadata import files

OURS = {"actors", "protocol", "runtime.py", "__pycache__"}  # the last is of runtime.py


def brought() -> set[str]:
    """The files and folders that were installed beside other packages, without the metadata."""
    tops = {file.parts[0] for file in files("pendularm") or ()}
    return {top for top in tops if not top.endswith(".dist-info")}


def serve(folder: str) -> None:
    """Start it in a folder, and end it when it has greeted."""
    command = [sys.executable, "-m", "runtime", "--port", "0"]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True) as runtime:
        assert runtime.stdout
        greeting = runtime.stdout.readline()
        runtime.terminate()
        assert greeting.startswith("Pendularm:"), greeting
    assert runtime.returncode == 0, runtime.returncode


def definitions() -> int:
    """How many definitions of types were installed, besides the code."""
    return sum(file.suffix in (".msg", ".srv") for file in files("pendularm") or ())


if __name__ == "__main__":
    assert brought() == OURS, brought()
    assert definitions() > 50, definitions()
    serve("/")
    print("installed: fine")
