"""An arm with three links, on a page that was opened in front of one with two."""

import math
import socket

import pytest
from conftest import SETTINGS, Client, Runtime, check_browser
from plane import LIVE, field, in_pixels

pytestmark = pytest.mark.timeout(90)
REACH = 3


@pytest.fixture(scope="module")
def port():
    check_browser()
    with socket.create_server(("127.0.0.1", 0)) as free:
        return free.getsockname()[1]


@pytest.fixture(scope="module")
def three(port, runtime, shared_page):
    """The runtime has been stopped, and started again with three links, while the page was open."""
    with Runtime(2, ROSBRIDGE_PORT=str(port)):
        shared_page.command("Page.navigate", url=f"http://127.0.0.1:{port}/")
        shared_page.wait_for(LIVE)
        shared_page.wait_for("document.querySelectorAll('.readout tbody tr').length === 2")
        shared_page.value("window.isOld = true")
    with Runtime(3, ROSBRIDGE_PORT=str(port)), Client(port) as client:
        shared_page.fresh = {name: client.call(name)["values"] for name in SETTINGS}
        shared_page.wait_for(f"!window.isOld && {LIVE}")  # it has loaded itself anew
        shared_page.wait_for("document.querySelectorAll('.readout tbody tr').length === 3")
        yield shared_page
    shared_page.command("Page.navigate", url=f"http://127.0.0.1:{runtime.port}/")
    shared_page.wait_for(LIVE)


@pytest.fixture
def page(three, port):
    three.problems.clear()  # the browser logs that the connection was lost
    three.press("defaults + reset")
    three.wait_for("!document.querySelector('#defaults').ariaBusy")
    yield three
    assert three.problems == []


@pytest.fixture
def client(port):
    with Client(port) as client:
        yield client


def test_a_drag_gives_the_heading_of_the_goal(page, client):
    client.subscribe("/ik_action/feedback")
    page.value("window.scrollTo(0, 0)")
    x, y = in_pixels(page, 1.5, 0.8, REACH)
    page.drag([(x, y), (x, y - 15), (x, y - 30)])
    target = client.message("/ik_action/feedback", 10)["target"]
    assert target["phi"] == pytest.approx(math.pi / 2, abs=0.05)
    page.press("Motion")
    page.wait_for("document.querySelector('#panel-1').textContent.includes('rad): under way')")


def test_each_joint_has_its_fields_and_its_curves(page, client):
    page.press("Control")
    page.enter(field("kd (N m s/rad) 3"), "17")
    page.wait_for(f"document.querySelector({field('kd (N m s/rad) 3')!r}).ariaInvalid === 'false'")
    assert client.call("/pid_controller/set_gains")["values"]["kd"][2] == 17
    page.press("Plots")
    page.wait_for("window.pendularm.plots.cards[0].plot.lines.length === 6")


def test_the_defaults_are_those_of_three_links(page, client):
    assert client.call("/pid_controller/set_gains", {"kp": [1, 2, 3]})["result"]
    page.press("defaults + reset")
    page.wait_for("!document.querySelector('#defaults').ariaBusy")
    assert {name: client.call(name)["values"] for name in SETTINGS} == page.fresh


def test_without_fault_injection_the_page_says_how_to_get_it(page):
    page.press("System")
    page.wait_for("document.querySelector('#panel-5').textContent.includes('FAULT_INJECTION=1')")
    page.press("Lessons")
    assert "FAULT_INJECTION=1" in page.text("#panel-3")
