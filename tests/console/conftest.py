"""The console in a real browser, in front of a real runtime. Skipped where either is missing."""

import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

sys.path += [str(Path(__file__).parents[1] / "system")]

import chromium
from harness import ARM_SETTINGS, Client, Runtime
from plane import LIVE

MISSING = [
    what
    for what, there in (("Chromium", chromium.find()), ("websockets", find_spec("websockets")))
    if not there
]

SETTINGS = (*ARM_SETTINGS, "/motion/set_obstacles")


def check_browser():
    """Skip the test where there is no browser, or the gateway cannot serve it."""
    if MISSING:
        pytest.skip(f"{' and '.join(MISSING)} missing")


@pytest.fixture(scope="session")
def runtime():
    check_browser()
    with Runtime(2, FAULT_INJECTION="1") as runtime, Client(runtime.port) as client:
        runtime.defaults = {service: client.call(service)["values"] for service in SETTINGS}
        yield runtime


@pytest.fixture(scope="session")
def shared_page(runtime):
    with chromium.Browser(f"http://127.0.0.1:{runtime.port}/") as page:
        yield page


@pytest.fixture
def page(shared_page):
    """The page, with the arm as it is in a fresh runtime. It must log no error."""
    shared_page.problems.clear()
    shared_page.wait_for(LIVE)
    shared_page.value("document.querySelector('dialog').close(), document.activeElement.blur()")
    shared_page.key("Escape")  # removes the notes
    shared_page.press("defaults + reset")
    shared_page.wait_for(
        "!document.querySelector('#defaults').ariaBusy"
        " && document.querySelector('#pid').textContent === 'PID is off'"
        " && document.querySelector('#pause').textContent === 'pause'"
    )
    yield shared_page
    assert shared_page.problems == []


@pytest.fixture
def holding(page):
    """The page, with PID on and the arm stretched out."""
    page.press("PID is off")
    page.wait_for("document.querySelector('#pid').textContent === 'PID is on'")
    page.press("reset")
    page.wait_for("!document.querySelector('#reset').ariaBusy")
    return page


@pytest.fixture
def client(runtime):
    with Client(runtime.port) as client:
        yield client
