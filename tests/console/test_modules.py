"""The modules of the console, under node where it is there."""

import shutil
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parent
NODE = shutil.which("node")


@pytest.mark.skipif(NODE is None, reason="node is not installed")
def test_the_modules_of_the_console_pass_their_own_tests():
    files = sorted(HERE.glob("*.test.mjs"))
    assert files
    done = subprocess.run([NODE, "--test", *files], capture_output=True, text=True, timeout=50)
    assert done.returncode == 0, done.stdout
