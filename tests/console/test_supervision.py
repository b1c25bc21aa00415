"""The panels of supervision, messages and integration."""

import pytest
from plane import LIVE

pytestmark = pytest.mark.timeout(90)


def test_an_actor_is_killed_and_comes_back_while_the_arm_holds_its_setpoint(holding, client):
    holding.press("System")
    holding.wait_for("document.querySelector('#panel-5 h3')?.textContent === 'arm_sim'")
    holding.press("kill arm_sim")
    holding.wait_for("document.querySelector('#panel-5 dl').textContent.includes('signal 9')")
    holding.wait_for(LIVE)
    client.subscribe("/joint_states")
    assert max(map(abs, client.message("/joint_states")["position"])) < 0.1
    label = holding.value(
        "[...document.querySelectorAll('.actor')].find((each) =>"
        " each.ariaLabel.startsWith('arm_sim')).ariaLabel"
    )
    assert "restarts" in label
    holding.wait_for("document.querySelector('.log').textContent.includes('arm_sim')")


def test_the_page_says_when_the_arm_is_silent(holding):
    holding.press("System")
    holding.press("stall arm_sim")
    holding.wait_for("document.querySelector('#connection').textContent === 'no data'")
    holding.wait_for(LIVE)


def test_the_log_is_filtered(page):
    page.press("System")
    page.value(
        "(() => { const f = document.querySelector('#filter'); f.value = 'no such text';"
        "f.dispatchEvent(new Event('input')); })()"
    )
    assert page.value("document.querySelectorAll('.log li').length") == 0
    page.value(
        "(() => { const f = document.querySelector('#filter'); f.value = '';"
        "f.dispatchEvent(new Event('input')); })()"
    )


def test_the_page_comes_back_after_a_death_of_the_gateway(page, runtime):
    runtime.kill("gateway")
    page.wait_for(f"!({LIVE})")
    page.wait_for(LIVE, 2)
    page.problems.clear()  # the browser logs that the connection was lost


def test_a_topic_is_watched_as_it_comes_and_can_be_paused(page):
    page.press("Messages")
    page.enter("#topic", "/arm_sim/energy")
    page.wait_for("document.querySelector('.topic pre')?.textContent.includes('potential')")
    page.value("document.querySelector('.topic button').click()")
    text = page.text(".topic pre")
    page.wait_for("document.querySelector('.topic .muted:not(.small)').textContent.includes('Hz')")
    assert page.text(".topic pre") == text
    page.press("close")
    page.wait_for("!document.querySelector('.topic')")


def test_a_topic_without_messages_says_so(page):
    page.press("Messages")
    page.enter("#topic", "/nobody")
    page.wait_for("document.querySelector('.topic pre')?.textContent.includes('nobody publishes')")
    page.press("close")


def test_any_service_can_be_called(page):
    page.press("Messages")
    page.enter("#service", "/arm_sim/set_params")
    page.wait_for("document.querySelector('#panel-6').textContent.includes('gravity: float64')")
    page.press("call")
    page.wait_for("document.querySelector('#answer').textContent.includes('result: true')")
    page.value("document.querySelector('#panel-6 textarea').value = '{\"gravity\": \"x\"}'")
    page.press("call")
    page.wait_for("document.querySelector('#answer').textContent.includes('gravity must be')")
    page.value("document.querySelector('#panel-6 textarea').value = '{\"gravity\": '")
    page.press("call")
    assert "must be JSON" in page.text("#panel-6 .said.bad:not(:empty)")
    page.value("document.querySelector('#panel-6 textarea').value = '{}'")


def test_any_message_can_be_published(holding, client):
    holding.press("Messages")
    client.subscribe("/pid_controller/state")
    holding.press("publish")
    while client.message("/pid_controller/state")["setpoint"] != [0.5, -0.5]:
        pass
    assert "sent on" in holding.text("#published")


def test_the_bench_reads_the_orders_of_the_methods(page):
    page.press("Bench")
    page.press("integrate")
    page.wait_for("document.querySelectorAll('#panel-4 tbody tr').length === 4")
    orders = page.value(
        "[...document.querySelectorAll('#panel-4 tbody tr')].map((r) => +r.lastChild.textContent)"
    )
    assert [round(order) for order in orders] == [1, 2, 2, 4]


def test_the_bench_says_why_a_function_is_refused(page):
    page.press("Bench")
    page.enter("#function", "cos(")
    page.wait_for("document.querySelector('#panel-4 .said').textContent.includes('function')")
    page.enter("#function", "cos(3*t)")
    page.wait_for("document.querySelectorAll('#panel-4 tbody tr').length === 4")
