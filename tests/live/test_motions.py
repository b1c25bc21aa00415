"""Motions as clients see them, on the running system."""

import math
import signal

import pytest
from drawing_arm import SQUARE, be_the_drawing_arm
from processes import wait_until

JOINTS = "/motion/move_joints"
LINE = "/motion/move_line"
DRAW = "/motion/draw"
STOP = "/motion/stop"
REHEARSE = "/motion/rehearse"
OBSTACLES = "/motion/set_obstacles"
RECORDING = "/motion/recording"
STATE = "/motion/state"
RESULT = "/motion/result"
SEND = "/ik_action/send_goal"
CANCEL = "/ik_action/cancel_goal"
GOAL_RESULT = "/ik_action/result"
SOLVE = "/ik/solve"
STATES = "/joint_states"
TRAJECTORY = "/joint_trajectory"
ENABLE = "/pid_controller/enable"
PAUSE = "/arm_sim/pause"
RESET = "/arm_sim/reset"
LIMITS = "/arm_sim/set_limits"

THERE = [0.4, -0.4]
two_links = pytest.mark.parametrize("links", [2])
QUICK = SQUARE | {"speed": 0.64}  # m/s: a second for the square


@pytest.fixture(autouse=True)
def ready(client, links):
    """PID is on, nothing is under way, and results are subscribed to. Two links draw."""
    client.call(CANCEL)
    client.call(STOP)
    client.call(OBSTACLES, {"obstacles": []})
    client.call(ENABLE, {"data": True})
    if links == 2:
        be_the_drawing_arm(client)
    for topic in (RESULT, GOAL_RESULT):
        client.subscribe(topic)


def begin(client, service, args):
    """Start a motion; its id."""
    accepted = client.call(service, args)
    assert accepted["result"], accepted
    return accepted["values"]["motion_id"]


def result_of(client, motion_id, within=12.0):
    return client.next(
        lambda m: (
            m["op"] == "publish" and m["topic"] == RESULT and m["msg"]["motion_id"] == motion_id
        ),
        within,
    )["msg"]


def go_to_the_corner(client):
    """Move to where the square begins, sooner than a drawing goes there by itself."""
    corner = client.call(SOLVE, {"x": 0.24, "y": 0.02})["values"]["positions"]
    result = result_of(client, begin(client, JOINTS, {"positions": corner, "duration": 0.3}))
    assert result["outcome"] == "reached", result["reason"]


def test_a_move_reaches_its_joint_angles_and_says_so(client, links):
    there = [*THERE, 0.2][:links]
    motion_id = begin(client, JOINTS, {"positions": there, "duration": 0.5})
    result = result_of(client, motion_id)
    assert set(result) == {"motion_id", "motion", "outcome", "reason", "duration", "figures"}
    assert (result["motion"], result["outcome"]) == ("move_joints", "reached"), result["reason"]
    assert result["duration"] == 0.5
    assert set(result["figures"]) == {
        *("mean", "rms", "max", "settle_time", "drawn", "timestep_limit")
    }
    client.subscribe(STATES)
    pose = client.fresh(STATES)["position"]
    assert pose == pytest.approx(there, abs=0.02)  # rad; twice the tolerance of a motion


def distance_from_line(point, one, other):
    """How far a point is from the line through two others, in m."""
    dx = other[0] - one[0]
    dy = other[1] - one[1]
    return abs(dx * (point[1] - one[1]) - dy * (point[0] - one[0])) / math.hypot(dx, dy)


@two_links
def test_a_line_is_straight(client):
    result_of(client, begin(client, JOINTS, {"positions": [0.5, -1.0], "duration": 0.5}))
    result = result_of(client, begin(client, LINE, {"x": 0.2, "y": 0.2, "speed": 0.8}))
    drawn = result["figures"]["drawn"]
    off = [distance_from_line(point, drawn[0], (0.2, 0.2)) for point in drawn]
    # The joints end within 0.01 rad. A straight line in joint space bows by 0.05 m.
    assert drawn[-1] == pytest.approx([0.2, 0.2], abs=0.01) and max(off) < 0.01


@two_links
def test_the_pen_lags_by_a_delay_that_a_rehearsal_forecasts(client):
    go_to_the_corner(client)
    request = SQUARE | {"speed": 0.32, "feedforward": False, "tolerance": None}
    forecast = client.call(REHEARSE, request)["values"]
    live = result_of(client, begin(client, DRAW, request))
    assert live["outcome"] == forecast["outcome"] == "reached"
    # The delay of a joint is (kd + damping) / kp: 20.5/400 and 10.5/200 s. At corners it is less,
    # and on a busy machine setpoints may be late.
    assert forecast["figures"]["rms"] == pytest.approx(0.32 * 0.0515, rel=0.1)
    assert live["figures"]["rms"] == pytest.approx(forecast["figures"]["rms"], rel=0.25)
    drawn = live["figures"]["drawn"]
    assert math.dist(drawn[0], drawn[-1]) < 0.02  # m: the path is closed


@two_links
def test_a_rehearsal_moves_nothing_and_answers_sooner_than_the_motion(client):
    client.subscribe(STATES)
    result_of(client, begin(client, JOINTS, {"positions": [0.0, 0.0]}))
    before = client.fresh(STATES)
    forecast = client.call(REHEARSE, {"positions": [1.0, -1.0], "duration": 10.0})
    assert forecast["values"]["outcome"] == "reached" and forecast["values"]["duration"] == 10.0
    after = client.fresh(STATES)
    assert after["position"] == pytest.approx(before["position"], abs=0.02)
    assert client.drain(RESULT) == []


@two_links
def test_a_recording_can_be_fetched_afterwards(client):
    result_of(client, begin(client, JOINTS, {"positions": THERE, "duration": 0.5}))
    columns = client.call(RECORDING)["values"]
    assert len(columns["time"]) == len(columns["pen"]) > 15
    assert columns["setpoint"][-1] == pytest.approx(THERE)


@two_links
def test_the_states_of_a_motion_are_published(client):
    client.subscribe(STATE)
    motion_id = begin(client, JOINTS, {"positions": THERE, "duration": 1.0})
    client.next(
        lambda m: (
            m.get("topic") == STATE
            and m["msg"]["state"] == "moving"
            and m["msg"]["motion_id"] == motion_id
        )
    )
    client.call(STOP)
    client.next(lambda m: m.get("topic") == STATE and m["msg"]["state"] == "stopping")
    client.next(lambda m: m.get("topic") == STATE and m["msg"]["state"] == "idle")
    assert result_of(client, motion_id)["outcome"] == "stopped"


@two_links
def test_obstacles_are_in_the_way_until_they_are_taken_away(client):
    assert client.call(OBSTACLES, {"obstacles": [{"x": 0.4, "y": 0.3, "radius": 0.05}]})["result"]
    refused = client.call(JOINTS, {"positions": [1.5, 0.0]})
    assert refused["result"] is False and "obstacle at (0.4, 0.3)" in refused["status"]
    client.call(OBSTACLES, {"obstacles": []})
    begin(client, JOINTS, {"positions": [1.5, 0.0]})


@two_links
def test_the_limits_of_the_arm_bind_motions(client):
    client.call(LIMITS, {"operating": [[-1, 1], [-2, 2]], "velocity": [2, 2]})
    try:
        assert "joint 1" in client.call(JOINTS, {"positions": [1.5, 0]})["status"]
        too_fast = client.call(JOINTS, {"positions": [1, 0], "duration": 0.5})
        assert "faster than its limit of 2" in too_fast["status"]
        assert client.call(DRAW, {"points": [[0.3, 0.1], [-0.3, 0.1]]})["result"] is False
    finally:
        client.call(LIMITS, {"operating": None, "velocity": None})


# -- what others ask of the arm --------------------------------------------------------------------
@two_links
def test_a_goal_takes_the_place_of_a_motion_and_a_motion_that_of_a_goal(client):
    motion_id = begin(client, JOINTS, {"positions": THERE, "duration": 5.0})
    goal = client.call(SEND, {"x": 0.3, "y": 0.2, "success_hold": 100})["values"]["goal_id"]
    assert result_of(client, motion_id)["outcome"] == "preempted"
    motion_id = begin(client, JOINTS, {"positions": THERE, "duration": 0.3})
    assert client.message(GOAL_RESULT)["goal_id"] == goal
    assert result_of(client, motion_id)["outcome"] == "reached"


@pytest.mark.parametrize(
    "interrupt, outcome",
    [
        (lambda c: c.publish(TRAJECTORY, {"points": [{"positions": [0.1, 0.1]}]}), "preempted"),
        (lambda c: c.call(RESET), "preempted"),
        (lambda c: c.call(ENABLE, {"data": False}), "faulted"),
        (lambda c: begin(c, JOINTS, {"positions": [0, 0]}), "preempted"),
    ],
    ids=["setpoint", "reset", "disable", "motion"],
)
@two_links
def test_any_other_use_of_the_arm_ends_a_motion_once(client, interrupt, outcome):
    motion_id = begin(client, JOINTS, {"positions": THERE, "duration": 5.0})
    interrupt(client)
    assert result_of(client, motion_id)["outcome"] == outcome
    client.call(STOP)
    assert all(result["motion_id"] != motion_id for result in client.listen(RESULT, 0.1))


@two_links
def test_a_pause_pauses_a_motion(client):
    motion_id = begin(client, JOINTS, {"positions": THERE, "duration": 0.3})
    client.call(PAUSE, {"data": True})
    assert client.listen(RESULT, 0.6) == []
    client.call(PAUSE, {"data": False})
    assert result_of(client, motion_id)["outcome"] == "reached"


@two_links
def test_a_stream_of_a_client_that_goes_silent_ends_at_rest(client):
    client.subscribe(STATES)
    start = client.fresh(STATES)["position"][0]
    for k in range(30):  # 2 rad/s, with each state of the arm
        client.publish(
            TRAJECTORY, {"points": [{"positions": [start + 2 / 60 * k, 0], "velocities": [2, 0]}]}
        )
        client.message(STATES)
    last = start + 2 / 60 * 29
    wait_until(lambda: abs(client.message(STATES)["velocity"][0]) < 0.05)
    # A setpoint with a velocity of 2 rad/s would hold the arm off by kd / kp * 2 = 0.1 rad.
    wait_until(lambda: abs(client.message(STATES)["position"][0] - last) < 0.02)


# -- deaths ----------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "victims", [("motion",), ("arm_sim",), ("ik", "motion", "arm_sim", "motion")], ids="+".join
)
@two_links
def test_whoever_dies_a_drawing_goes_on_and_ends_once(runtime, client, victims):
    go_to_the_corner(client)
    client.subscribe(STATES)
    motion_id = begin(client, DRAW, QUICK)
    for victim in victims:
        for _ in range(9):
            client.message(STATES)
        runtime.kill(victim, signal.SIGKILL)
    result = result_of(client, motion_id)
    assert result["outcome"] == "reached", result["reason"]
    assert result["figures"]["max"] < 0.08  # m; the pen goes 0.064 in a tenth of a second
    assert all(max(map(abs, state["velocity"])) < 15 for state in client.drain(STATES))
    assert client.listen(RESULT, 0.1) == []
