"""The panel of settings: each shows the value in force, whoever has set it."""

import pytest
from plane import field, shown

pytestmark = pytest.mark.timeout(90)
TIMESTEP = field("timestep (s)")
KI_2 = field("ki (N m/(rad s)) 2")


@pytest.fixture
def controls(page):
    page.press("Control")
    return page


def test_a_field_shows_the_value_in_force_and_why_another_one_is_refused(controls, client):
    controls.enter(TIMESTEP, "0.002")
    controls.wait_for(f"document.querySelector({TIMESTEP!r}).ariaInvalid === 'false'")
    assert client.call("/arm_sim/set_integrator")["values"]["timestep"] == 0.002
    controls.enter(TIMESTEP, "-1")
    controls.wait_for(f"document.querySelector({TIMESTEP!r}).ariaInvalid === 'true'")
    assert "timestep must be" in controls.text("#panel-0 .said.bad")
    assert client.call("/arm_sim/set_integrator")["values"]["timestep"] == 0.002


def test_one_joint_is_changed_and_the_others_are_left(controls, client):
    first, _ = client.call("/pid_controller/set_gains")["values"]["ki"]
    controls.enter(KI_2, "150")
    controls.wait_for(f"document.querySelector({KI_2!r}).ariaInvalid === 'false'")
    assert client.call("/pid_controller/set_gains")["values"]["ki"] == [first, 150]


def test_what_another_client_sets_is_shown(controls, client):
    client.call("/arm_sim/set_params", {"gravity": 3.5})
    controls.wait_for(f"document.querySelector({field('gravity (m/s²)')!r}).value === '3.5'")


def test_a_slider_sends_less_than_it_moves_and_ends_where_it_was_left(controls, client):
    slider = "[aria-label='kp (N m/rad) 1, slider']"
    calls = controls.value(
        "(async () => { const send = WebSocket.prototype.send; let calls = 0;"
        "WebSocket.prototype.send = function (text) {"
        "  if (text.includes('set_gains') && text.includes('kp')) calls++;"
        "  return send.call(this, text); };"
        f"const range = document.querySelector({slider!r});"
        "for (let k = 0; k < 200; k++) { range.value = 4 * k;"
        "  range.dispatchEvent(new Event('input')); }"
        "await new Promise((done) => setTimeout(done, 300));"
        "WebSocket.prototype.send = send; return calls; })()"
    )
    assert calls <= 3
    assert client.call("/pid_controller/set_gains")["values"]["kp"][0] == 796


def test_a_limit_that_is_entered_first_holds_for_all_joints(controls, client):
    selector = field("effort (N m), joint 1, 1")
    controls.enter(selector, "40")
    controls.wait_for(
        f"document.querySelector({field('effort (N m), joint 2, 2')!r}).value === '40'"
    )
    assert client.call("/arm_sim/set_limits")["values"]["effort"] == [40, 40]
    controls.press("no limits")
    controls.wait_for(f"document.querySelector({selector!r}).value === ''")


@pytest.mark.parametrize(
    "preset, service, name, value",
    [
        ("moon", "/arm_sim/set_params", "gravity", 1.62),
        ("Euler, 20 ms", "/arm_sim/set_integrator", "method", "euler"),
        ("weak motors", "/arm_sim/set_limits", "effort", [25, 25]),
    ],
)
def test_a_preset_sets_what_it_says(controls, client, preset, service, name, value):
    controls.press(preset)
    controls.wait_for("!document.querySelector('#panel-0 [aria-busy]')")
    assert client.call(service)["values"][name] == value


def test_the_sliders_of_the_setpoint_move_the_arm(holding, client):
    holding.press("Control")
    holding.enter(field("angles (rad) 2"), "0.7")
    client.subscribe("/pid_controller/state")
    while client.message("/pid_controller/state")["setpoint"] != [0, 0.7]:
        pass


def test_the_terms_of_the_equation_of_motion_are_shown(holding):
    holding.press("Control")
    holding.press("where it is now")
    holding.press("where it is")
    holding.wait_for("document.querySelector('#panel-0 dl').textContent.includes('gravity load')")


def test_the_defaults_of_the_page_are_those_of_the_runtime(page, runtime, client):
    assert runtime.defaults
    for service, fresh in runtime.defaults.items():
        assert client.call(service)["values"] == fresh, service


@pytest.mark.parametrize(
    "key, selector, text", [("c", "#pid", "PID is on"), (" ", "#pause", "go on")]
)
def test_a_key_does_what_the_button_does(page, key, selector, text):
    page.key("p")
    page.key(key)
    page.wait_for(f"document.querySelector({selector!r}).textContent === {text!r}")


def test_a_key_moves_the_setpoint_of_one_joint(holding, client):
    client.subscribe("/pid_controller/state")
    holding.key("p")
    holding.key("q")
    while client.message("/pid_controller/state")["setpoint"] != [0.1, 0]:
        pass


def test_the_question_mark_lists_the_keys(page):
    page.key("?")
    page.wait_for("document.querySelector('dialog').open")
    assert "switch PID" in page.text("dialog")
    page.press("close")
    page.wait_for("!document.querySelector('dialog').open")


def test_keys_that_are_typed_into_a_field_are_not_commands(controls):
    controls.value(f"document.querySelector({TIMESTEP!r}).focus()")
    controls.key("c")
    controls.key("d")
    assert controls.text("#pid") == "PID is off"
    assert shown(controls, "#method") == "rk4"
