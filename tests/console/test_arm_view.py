"""The picture of the arm: what it shows, and what the mouse and the keyboard do on it."""

import math

import pytest
from plane import colour_named, colours_near, in_pixels

pytestmark = pytest.mark.timeout(90)
GOAL = (1.2, 0.6)


def test_the_link_is_drawn_where_the_arm_is(page):
    page.press("pause")
    page.wait_for("document.querySelector('#pause').textContent === 'go on'")
    page.press("reset")
    page.wait_for("document.querySelector('#time').textContent === 't 0.0 s, paused'")
    assert colour_named(page, "link") in colours_near(page, 0.5, 0.0)
    assert colour_named(page, "link") not in colours_near(page, 0.5, 0.3)
    page.press("go on")
    page.wait_for("parseFloat(document.querySelector('#time').textContent.slice(2)) > 0.3")


def test_a_click_sends_a_goal_that_is_shown_and_reached(holding, client):
    client.subscribe("/ik_action/result")
    holding.click(*in_pixels(holding, *GOAL))
    result = client.message("/ik_action/result", 20)
    assert result["outcome"] == "reached"
    assert math.dist(GOAL, (result["target"]["x"], result["target"]["y"])) < 0.01
    holding.press("Motion")
    holding.wait_for("document.querySelector('#panel-1').textContent.includes(': reached,')")
    assert colour_named(holding, "goal") in colours_near(holding, *GOAL, size=26)
    assert "reached" in holding.text(".unseen")  # which a screen reader says


def test_a_goal_of_another_client_is_shown(holding, client):
    client.call("/ik_action/send_goal", {"x": 0.5, "y": 1.2})
    holding.press("Motion")
    holding.wait_for("document.querySelector('#panel-1').textContent.includes('(0.5, 1.2)')")
    holding.press("cancel goal")
    holding.wait_for("document.querySelector('#panel-1').textContent.includes('preempted')")


def test_a_refusal_is_shown_beside_the_click(page):
    x, y = in_pixels(page, 2.15, 0.4)
    page.click(x, y)
    page.wait_for("document.querySelector('.note.placed.bad') !== null")
    assert "out of reach" in page.text(".note.placed.bad")
    left, top = page.value(
        "(() => { const b = document.querySelector('.note.placed').getBoundingClientRect();"
        "return [b.x, b.y]; })()"
    )
    assert abs(left - x) < 300 and abs(top - y) < 100


def test_a_goal_that_the_arm_will_not_follow_says_why(page):
    page.click(*in_pixels(page, *GOAL))
    page.wait_for("document.querySelector('.note.placed')?.textContent.includes('PID')")


def test_the_pen_draws_the_stroke_of_the_mouse(holding, client):
    holding.press("Motion")
    holding.value("document.querySelector('input[value=draw]').click()")
    holding.drag([in_pixels(holding, 1.2 + 0.02 * k, 0.2 + 0.01 * k) for k in range(9)])
    holding.value("document.querySelector('input[value=goal]').click()")
    holding.wait_for("document.querySelector('#panel-1').textContent.includes(', draw,')")
    planned = client.call("/motion/path")["values"]["points"]
    assert min(math.dist(point, (1.3, 0.25)) for point in planned) < 0.03
    holding.press("stop")


def test_an_obstacle_is_put_by_dragging(page, client):
    page.press("Motion")
    page.value("document.querySelector('input[value=obstacle]').click()")
    page.drag([in_pixels(page, -1.0, 0.8), in_pixels(page, -0.9, 0.8), in_pixels(page, -0.7, 0.8)])
    page.value("document.querySelector('input[value=goal]').click()")
    page.wait_for("document.querySelectorAll('#panel-1 li').length === 1")
    (obstacle,) = client.call("/motion/set_obstacles")["values"]["obstacles"]
    assert math.dist((obstacle["x"], obstacle["y"], obstacle["radius"]), (-1.0, 0.8, 0.3)) < 0.02
    page.press("remove")
    page.wait_for("document.querySelectorAll('#panel-1 li').length === 0")


def test_the_keyboard_alone_sends_a_goal(holding, client):
    client.subscribe("/ik_action/feedback")
    holding.key("p")
    for key in ("ArrowUp", "ArrowLeft", "Enter"):
        holding.key(key)
    target = client.message("/ik_action/feedback")["target"]
    assert 0.5 < target["x"] < 1 and 0 < target["y"] < 0.5


def test_the_keyboard_alone_draws_a_stroke(holding, client):
    client.subscribe("/motion/state")
    holding.press("Motion")
    holding.value("document.querySelector('input[value=draw]').click()")
    holding.key("p")
    for key in ("Enter", "ArrowUp", "ArrowUp", "ArrowRight", "Enter"):
        holding.key(key)
    holding.value("document.querySelector('input[value=goal]').click()")
    while client.message("/motion/state", 20)["motion"] != "draw":
        pass
    holding.key("x")


def test_a_divergence_is_plain_to_see_and_there_is_a_way_back(holding, client):
    client.call("/arm_sim/set_integrator", {"timestep": 0.05})
    holding.wait_for("!document.querySelector('.banner').hidden")
    holding.press("timestep 0.0005 s + reset")
    holding.wait_for("document.querySelector('.banner').hidden")
    assert client.call("/arm_sim/set_integrator")["values"]["timestep"] == 0.0005
