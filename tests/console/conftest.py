"""The console in a real browser, in front of a real runtime. Skipped where either is missing."""

import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

sys.path += [str(Path(__file__).parents[1] / "system")]

import chromium
from harness import Client, Runtime

MISSING = [
    what
    for what, there in (("Chromium", chromium.find()), ("websockets", find_spec("websockets")))
    if not there
]


@pytest.fixture(scope="module")
def runtime():
    if MISSING:
        pytest.skip(f"{' and '.join(MISSING)} missing")
    with Runtime(2, FAULT_INJECTION="1") as runtime:
        yield runtime


@pytest.fixture(scope="module")
def shared_page(runtime):
    with chromium.Browser(f"http://127.0.0.1:{runtime.port}/") as page:
        yield page


@pytest.fixture
def page(runtime, shared_page):
    """The page, with the arm as it is in a fresh runtime. It must log no error."""
    shared_page.problems.clear()
    shared_page.wait_for("document.querySelector('#connection')?.textContent === 'live'")
    shared_page.press("defaults + reset")
    shared_page.wait_for("!document.querySelector('#defaults').ariaBusy")
    yield shared_page
    assert shared_page.problems == []


@pytest.fixture
def client(runtime):
    with Client(runtime.port) as client:
        yield client
