"""The panel of goals, trials and motions."""

import pytest
from plane import labelled

pytestmark = pytest.mark.timeout(90)


@pytest.fixture
def motions(holding):
    holding.press("Motion")
    holding.value(
        "(() => { const s = document.querySelector('#shape'); s.value = 'circle';"
        "s.dispatchEvent(new Event('change')); })()"
    )
    return holding


def test_a_goal_is_sent_with_its_options(motions, client):
    client.subscribe("/ik_action/result")
    motions.enter(labelled(motions, 1, "epsilon (m)"), "0.3")
    motions.enter(labelled(motions, 1, "hold (s)"), "0")
    motions.press("go")
    motions.wait_for("document.querySelector('#panel-1').textContent.includes('under way')")
    away = client.message("/ik_action/result", 20)["final_distance"]
    assert 0.2 < away < 0.3
    for name in ("epsilon (m)", "hold (s)"):
        motions.value(f"document.querySelector({labelled(motions, 1, name)!r}).value = ''")


def test_a_trial_is_started_skipped_and_stopped(motions):
    motions.press("start trial")
    motions.wait_for("document.querySelector('#trial-state').textContent.startsWith('running')")
    motions.press("skip target")
    motions.wait_for("!document.querySelector('#panel-1 [aria-busy]')")
    motions.press("stop trial")
    motions.wait_for("document.querySelector('#trial-state').textContent.startsWith('over')")


def test_a_rehearsal_is_drawn_over_the_arm_before_anything_moves(motions, client):
    motions.enter(labelled(motions, 1, "radius or side (m)"), "0.05")
    motions.enter(labelled(motions, 1, "speed (m/s)"), "2")
    motions.press("rehearse")
    motions.wait_for(
        "document.querySelector('#figures').textContent.includes('rehearsed: reached')"
    )
    assert "mm on average" in motions.text("#figures")
    assert client.call("/motion/stop")["values"] == {"motion_id": None}


def test_the_path_of_a_motion_of_another_client_is_shown(motions, client):
    path = {"points": [[1.4, 0.0], [1.4, 0.6]], "speed": 0.5}
    assert client.call("/motion/draw", path)["result"]
    motions.wait_for("document.querySelector('#panel-1').textContent.includes('moving')")
    motions.wait_for("window.pendularm.get('plan')?.length > 10")
    planned = motions.value("window.pendularm.get('plan')")
    assert min(abs(x - 1.4) + abs(y - 0.3) for x, y in planned) < 0.02
    motions.press("stop")
    motions.wait_for("document.querySelector('#figures').textContent.includes('stopped')", 10)


def test_an_unreachable_shape_is_refused_beside_the_button(motions):
    motions.enter(labelled(motions, 1, "centre x (m)"), "9")
    motions.press("draw")
    motions.wait_for("document.querySelector('.note.placed.bad') !== null")
    motions.enter(labelled(motions, 1, "centre x (m)"), "1.2")


@pytest.mark.long
def test_joints_are_moved_in_a_given_time(motions, client):
    client.subscribe("/motion/result")
    motions.enter(labelled(motions, 1, "in (s)"), "1.5")
    motions.press("move joints")
    result = client.message("/motion/result", 20)
    assert result["motion"] == "move_joints" and result["duration"] == pytest.approx(1.5)
