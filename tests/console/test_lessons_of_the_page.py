"""The lessons: each shows the numbers that prove it, and leaves the arm as it was."""

import chromium
import pytest
from plane import LIVE
from processes import wait_until

pytestmark = pytest.mark.timeout(90)
SETTINGS = (
    "/arm_sim/set_integrator",
    "/arm_sim/set_params",
    "/arm_sim/set_links",
    "/arm_sim/set_limits",
    "/pid_controller/set_gains",
    "/pid_controller/enable",
)
LAST = "[...document.querySelectorAll('button')].some((each) => each.textContent === 'finish')"
PROVEN = "[...document.querySelectorAll('.proof')].map((each) => each.textContent)"


def in_force(client):
    return {service: client.call(service)["values"] for service in SETTINGS}


@pytest.fixture
def lessons(page, client):
    """The page, with settings of the reader's own, which must be in force again afterwards."""
    client.call("/pid_controller/set_gains", {"ki": [111, 22]})
    client.call("/arm_sim/set_params", {"gravity": 5, "masses": [1, 2]})
    client.call("/arm_sim/set_links", {"damping": [0.5, 0.25], "centers_of_mass": [0.4, 0.6]})
    client.call("/arm_sim/set_limits", {"effort": [500, 400]})
    before = in_force(client)
    page.press("Lessons")
    yield page
    page.press("leave" if page.value(f"!{LAST}") else "finish")
    page.wait_for("!document.querySelector('.proof')")
    assert in_force(client) == before


def begin(page, title):
    page.value(f"document.querySelector('[aria-label=\"begin {title}\"]').click()")
    page.wait_for("document.querySelector('.proof') !== null")


def read(page, k, contains, within=20):
    """Wait until the proof of a step contains something, and return it."""
    return page.wait_for(f"({PROVEN}[{k}] ?? '').includes({contains!r}) && {PROVEN}[{k}]", within)


def test_gains(lessons, client):
    begin(lessons, "Gains")
    kp = client.call("/pid_controller/set_gains")["values"]["kp"]
    text = read(lessons, 0, "G(q)/kp is")
    low, law = [
        [float(word) for word in part.split(" rad")[0].split(" and ")]
        for part in (text.split(" hang ")[1], text.split(" is ")[1])
    ]
    assert law == pytest.approx([9.81 * mass / gain for mass, gain in zip((2, 0.5), kp)], rel=0.02)
    assert low == pytest.approx(law, rel=0.02)
    lessons.press("next")
    read(lessons, 1, "hang")


@pytest.mark.long  # rehearsals may take seconds
def test_lag(lessons):
    begin(lessons, "Lag")
    text = read(lessons, 0, "speed · kd/kp is 30 mm")
    assert 25 < float(text.split("the pen is ")[1].split(" mm")[0]) < 35
    lessons.press("next")
    text = read(lessons, 1, "mm off on average")
    assert float(text.split("now it is ")[1].split(" mm")[0]) < 5


@pytest.mark.long
def test_timestep(lessons):
    begin(lessons, "Timestep")
    assert "rings" in read(lessons, 0, "It has diverged.")
    lessons.press("next")
    read(lessons, 1, "it holds still again")


@pytest.mark.long
def test_integrator(lessons):
    begin(lessons, "Integrator")
    text = read(lessons, 0, "euler: after 3")
    assert float(text.split("added ")[1].split(" J")[0]) > 5
    lessons.press("next")
    text = read(lessons, 1, "rk4: after 3")
    assert float(text.split(" it has ")[1].split()[1]) < 0.1


@pytest.mark.long
def test_kill_it(lessons):
    begin(lessons, "Kill it")
    read(lessons, 0, "rad off")
    lessons.press("next")
    text = read(lessons, 1, "goes on")
    assert float(text.split("goes on, ")[1].split(" rad")[0]) < 0.05


@pytest.mark.long
def test_a_lesson_of_a_page_that_is_closed_leaves_the_arm_as_it_was(page, runtime, client):
    client.call("/pid_controller/set_gains", {"ki": [111, 22]})
    before = in_force(client)
    with chromium.Browser(f"http://127.0.0.1:{runtime.port}/") as other:
        other.wait_for(LIVE)
        other.press("Lessons")
        begin(other, "Gains")
        read(other, 0, "hang")
        assert in_force(client) != before
        other.command("Page.navigate", url="about:blank")
        other.wait_for("location.href === 'about:blank'")
        wait_until(lambda: in_force(client) == before, what="the settings of before")
        # The next page finds nothing to put back.
        other.command("Page.navigate", url=f"http://127.0.0.1:{runtime.port}/")
        other.wait_for(LIVE)
        assert "cut off" not in other.text(".notes")
