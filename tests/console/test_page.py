"""What people do on the page, and what the runtime and the page show afterwards."""

import math

import chromium
import pytest

pytestmark = pytest.mark.timeout(90)
GOAL = (1.2, 0.6)


def in_pixels(page, x, y):
    """Where a point of the plane of the arm is on the page, for links of 1 m."""
    left, top, width, height = page.value(
        "(() => { const b = document.querySelector('#arm').getBoundingClientRect();"
        "return [b.x, b.y, b.width, b.height]; })()"
    )
    scale = min(width, height) / (2 * 2 * 1.15)
    return left + width / 2 + x * scale, top + height / 2 - y * scale


def colour_at(page, x, y):
    """The colour of the picture of the arm at a point of its plane."""
    px, py = in_pixels(page, x, y)
    return page.value(
        "(() => { const c = document.querySelector('#arm'); const b = c.getBoundingClientRect();"
        f"const p = c.getContext('2d').getImageData({px} - b.x, {py} - b.y, 1, 1).data;"
        "return [...p]; })()"
    )


def colour_named(page, name):
    text = page.value(
        f"getComputedStyle(document.querySelector('#arm')).getPropertyValue('--{name}').trim()"
    )
    return [*bytes.fromhex(text.lstrip("#")), 255]


def test_time_goes_on_and_the_link_is_where_the_arm_is(page):
    page.press("running")
    page.wait_for("document.querySelector('#pause').textContent === 'paused'")
    page.press("reset")
    page.wait_for("document.querySelector('#time').textContent === 't 0.0 s'")
    page.wait_for("document.querySelector('#arm').getContext('2d') !== null")
    assert colour_at(page, 0.5, 0.0) == colour_named(page, "link")
    assert colour_at(page, 0.5, 0.3)[3] == 0
    page.press("paused")
    page.wait_for("parseFloat(document.querySelector('#time').textContent.slice(2)) > 0.3")


def test_the_button_of_pid_switches_it(page, client):
    page.press("PID is off")
    page.wait_for("document.querySelector('#pid').textContent === 'PID is on'")
    assert client.call("/pid_controller/enable")["values"] == {"data": True}


def test_a_click_sends_a_goal_that_is_reached(page, client):
    client.subscribe("/ik_action/result")
    page.press("PID is off")
    page.press("reset")
    page.click(*in_pixels(page, *GOAL))
    result = client.message("/ik_action/result", 20)
    assert result["outcome"] == "reached"
    assert math.dist(GOAL, (result["target"]["x"], result["target"]["y"])) < 0.01
    page.press("Motion")
    page.wait_for("document.querySelector('#panel-1 .state').textContent.includes('reached')")


def test_a_refusal_is_shown_beside_the_click(page):
    x, y = in_pixels(page, 2.15, 0.4)
    page.click(x, y)
    page.wait_for("document.querySelector('.note.placed') !== null")
    assert "out of reach" in page.text(".note.placed")
    left, top = page.value(
        "(() => { const b = document.querySelector('.note.placed').getBoundingClientRect();"
        "return [b.x, b.y]; })()"
    )
    assert abs(left - x) < 300 and abs(top - y) < 100


def test_the_pen_draws_the_stroke_of_the_mouse(page, client):
    client.subscribe("/motion/result")
    page.press("PID is off")
    page.press("Motion")
    page.value("document.querySelector('input[value=draw]').click()")
    page.drag([in_pixels(page, 1.2 + 0.02 * k, 0.2 + 0.01 * k) for k in range(12)])
    result = client.message("/motion/result", 40)
    assert result["outcome"] == "reached"
    page.value("document.querySelector('input[value=goal]').click()")


def test_a_field_shows_the_value_in_force(page, client):
    page.press("Control")
    selector = "#panel-0 .panel:nth-of-type(2) input"
    page.enter(selector, "0.002")
    page.wait_for(f"document.querySelector({selector!r}).value === '0.002'")
    assert client.call("/arm_sim/set_integrator")["values"]["timestep"] == 0.002
    page.enter(selector, "-1")
    page.wait_for(f"document.querySelector({selector!r}).ariaInvalid === 'true'")
    assert "timestep must be" in page.text("#panel-0 .said.bad")
    assert client.call("/arm_sim/set_integrator")["values"]["timestep"] == 0.002


def test_what_another_client_sets_is_shown(page, client):
    page.press("Control")
    client.call("/arm_sim/set_params", {"gravity": 3.5})
    page.wait_for("[...document.querySelectorAll('#panel-0 input')].some((i) => i.value === '3.5')")


@pytest.mark.parametrize(
    "key, selector, text", [("c", "#pid", "PID is on"), (" ", "#pause", "paused")]
)
def test_a_key_does_what_the_button_does(page, key, selector, text):
    page.value("document.querySelector('#arm').focus()")
    page.key(key)
    page.wait_for(f"document.querySelector({selector!r}).textContent === {text!r}")


def test_a_goal_can_be_sent_by_the_keyboard_alone(page, client):
    client.subscribe("/ik_action/feedback")
    page.press("PID is off")
    page.value("document.querySelector('#arm').focus()")
    for key in ("ArrowUp", "ArrowLeft", "Enter"):
        page.key(key)
    target = client.message("/ik_action/feedback")["target"]
    assert 0.5 < target["x"] < 1 and 0 < target["y"] < 0.5


def test_the_question_mark_lists_the_keys(page):
    page.value("document.querySelector('#arm').focus()")
    page.key("?")
    page.wait_for("document.querySelector('dialog').open")
    assert "switch PID" in page.text("dialog")
    page.press("close")
    page.wait_for("!document.querySelector('dialog').open")


def test_a_divergence_is_plain_to_see_and_a_reset_brings_the_arm_back(page, client):
    page.press("PID is off")
    page.press("reset")
    client.call("/arm_sim/set_integrator", {"timestep": 0.05})
    page.wait_for("document.querySelector('#trouble').textContent.includes('diverged')")
    page.press("defaults + reset")
    page.wait_for("document.querySelector('#trouble').hidden")


def test_an_actor_is_killed_and_comes_back(page):
    page.press("System")
    page.wait_for("document.querySelector('.details h3')?.textContent === 'arm_sim'")
    page.press("kill arm_sim")
    page.wait_for("document.querySelector('.details').textContent.includes('signal 9')")
    page.wait_for("document.querySelector('#connection').textContent === 'live'")


def test_the_page_comes_back_after_a_death_of_the_gateway(page, runtime):
    runtime.kill("gateway")
    page.wait_for("document.querySelector('#connection').textContent !== 'live'")
    page.wait_for("document.querySelector('#connection').textContent === 'live'", 2.5)
    page.problems.clear()  # the browser logs that the connection was lost


@pytest.mark.parametrize(
    "k, proof",
    [(0, "it has added"), (1, "G(q)/kp is 0.0654 and 0.049"), (2, "speed · kd/kp is 30 mm")],
)
def test_a_lesson_shows_the_number_that_proves_it_and_leaves_the_arm_as_it_was(
    page, client, k, proof
):
    before = client.call("/pid_controller/set_gains")["values"]
    page.press("Lessons")
    page.value(f"document.querySelectorAll('#panel-3 button')[{k}].click()")
    page.wait_for(f"document.querySelector('.proof')?.textContent.includes({proof!r})")
    page.press("leave")
    page.wait_for("!document.querySelector('.proof')")
    assert client.call("/pid_controller/set_gains")["values"] == before
    assert client.call("/arm_sim/set_integrator")["values"]["method"] == "rk4"


def test_the_bench_reads_the_orders_of_the_methods(page):
    page.press("Bench")
    page.press("integrate")
    page.wait_for("document.querySelectorAll('#panel-4 tbody tr').length === 4")
    orders = page.value(
        "[...document.querySelectorAll('#panel-4 tbody tr')].map((r) => +r.lastChild.textContent)"
    )
    assert [round(order) for order in orders] == [1, 2, 2, 4]


def test_two_pages_show_the_same(page, runtime):
    with chromium.Browser(f"http://127.0.0.1:{runtime.port}/") as second:
        second.wait_for("document.querySelector('#connection')?.textContent === 'live'")
        page.press("PID is off")
        second.wait_for("document.querySelector('#pid').textContent === 'PID is on'")


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [360, 1300])
def test_everything_fits_into_the_width_of_the_screen(runtime, width, dark):
    url = f"http://127.0.0.1:{runtime.port}/"
    with chromium.Browser(url, width, 800, dark) as page:
        page.wait_for("document.querySelector('#connection')?.textContent === 'live'")
        for name in ("Control", "Motion", "Plots", "Lessons", "Bench", "System"):
            page.press(name)
            assert page.value("document.documentElement.scrollWidth") <= width, name
        background = page.value("getComputedStyle(document.body).backgroundColor")
        assert (max(map(int, background[4:-1].split(","))) < 60) == dark
