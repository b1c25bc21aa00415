"""The modules of the console: their own tests under node, where it is there, and how they are."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from actors.door import files

HERE = Path(__file__).parent
NODE = shutil.which("node")
SOURCES = sorted(files.FOLDER.rglob("*.js"))
PAGES = sorted(path for path in files.FOLDER.rglob("*") if path.suffix in files.TYPES)
WIDTH = 100  # characters of a line
LENGTH = 160  # lines of a module


@pytest.mark.skipif(NODE is None, reason="node is not installed")
def test_the_modules_of_the_console_pass_their_own_tests():
    tests = sorted(HERE.glob("*.test.mjs"))
    assert tests
    done = subprocess.run([NODE, "--test", *tests], capture_output=True, text=True, timeout=50)
    assert done.returncode == 0, done.stdout


def test_every_module_is_short_and_says_what_it_is():
    assert SOURCES
    for path in SOURCES:
        lines = path.read_text().split("\n")
        assert lines[0].startswith("/**"), path
        assert len(lines) <= LENGTH, path
        assert [k for k, line in enumerate(lines, 1) if len(line) > WIDTH] == [], path


def test_what_a_module_imports_is_there():
    for path in SOURCES:
        for name in re.findall(r'from "(.+?)"', path.read_text()):
            assert name.startswith("."), f"{path} imports {name}, which no browser finds"
            assert (path.parent / name).resolve() in SOURCES, f"{path} imports {name}"


def test_the_page_needs_nothing_from_outside():
    for path in PAGES:
        found = re.findall(r"https?://[\w.]+", path.read_text())
        assert set(found) <= {"http://www.w3.org"}, path  # the name of SVG


def test_every_file_of_the_page_is_served():
    for path in PAGES:
        content_type, body = files.read(f"/{path.relative_to(files.FOLDER).as_posix()}")
        assert body == path.read_bytes() and content_type == files.TYPES[path.suffix]
    assert files.read("/")[1] == (files.FOLDER / "index.html").read_bytes()
    for path in (
        "/../door/files.py",
        "/package.json",
        "/link",
        "/link/",
        "//main.js",
        "/nothing.js",
    ):
        assert files.read(path) is None
