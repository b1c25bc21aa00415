"""The live arm as clients see it: its stream, its physics, its controller."""

import math
import time
from itertools import pairwise
from statistics import median

import pytest
from processes import wait_until
from rosbridge import stamp

STATES = "/joint_states"
TRAJECTORY = "/joint_trajectory"
RESET = "/arm_sim/reset"
PAUSE = "/arm_sim/pause"
ENABLE = "/pid_controller/enable"
SET_GAINS = "/pid_controller/set_gains"
SET_PARAMS = "/arm_sim/set_params"
SET_INTEGRATOR = "/arm_sim/set_integrator"
SOFT = {"kp": [200, 100], "ki": [100, 50], "kd": [40, 15]}
GOAL = {2: [0.6, -0.4], 3: [0.6, -0.4, 0.3]}
two_links = pytest.mark.parametrize("links", [2])


def trajectory(*points, **fields):
    return {
        "joint_names": [],
        "points": [{"positions": positions} for positions in points],
        **fields,
    }


def follow(client, positions):
    """Enable the controller and give it a setpoint."""
    client.call(ENABLE, {"data": True})
    client.publish(TRAJECTORY, trajectory(positions))


def near(values, expected, tolerance):
    return all(
        abs(value - wanted) <= tolerance for value, wanted in zip(values, expected, strict=True)
    )


def arrival(client, goal, within=25.0):
    """The first state after 0.3 s in a row at rest at the goal."""
    deadline = time.monotonic() + within
    since = None
    while time.monotonic() < deadline:
        state = client.message(STATES)
        there = near(state["position"], goal, 0.02) and near(
            state["velocity"], [0] * len(goal), 0.02
        )
        since = (stamp(state) if since is None else since) if there else None
        if since is not None and stamp(state) - since > 0.3:
            return state
    pytest.fail(f"{goal} was not reached within {within} s: {state}")


def links_of(params, q):
    """Of each link: mass, length, heading, and where it begins (x, y)."""
    x = y = heading = 0.0
    for m, length, angle in zip(params["masses"], params["lengths"], q):
        heading += angle
        yield m, length, heading, x, y
        x = x + length * math.cos(heading)
        y = y + length * math.sin(heading)


def gravity_load(params, q):
    """The torque that each joint needs to hold the arm, from the centres of mass alone."""
    bodies = list(links_of(params, q))
    return [
        sum(
            params["gravity"] * m * (x + length / 2 * math.cos(heading) - bodies[joint][3])
            for m, length, heading, x, _ in bodies[joint:]
        )
        for joint in range(len(q))
    ]


def energy(params, q, qdot):
    """Kinetic and potential energy of uniform rods, by the velocities of their centres."""
    total = vx = vy = turning = 0.0
    for (m, length, heading, _, y), rate in zip(links_of(params, q), qdot):
        turning += rate
        centre = (
            vx - turning * length / 2 * math.sin(heading),
            vy + turning * length / 2 * math.cos(heading),
        )
        total += m / 2 * (centre[0] ** 2 + centre[1] ** 2) + m * length**2 / 24 * turning**2
        total += m * params["gravity"] * (y + length / 2 * math.sin(heading))
        vx = vx - turning * length * math.sin(heading)
        vy = vy + turning * length * math.cos(heading)
    return total


# -- the stream ----------------------------------------------------------------------------------
def test_joint_states_come_60_times_a_second_with_rising_stamps_and_exactly_their_fields(
    client, links
):
    client.subscribe(STATES)
    begun = time.monotonic()
    states = client.course(STATES, 0.6)
    assert (
        0.4 < time.monotonic() - begun < 2.0
    )  # s; simulation time falls behind if the machine stalls
    for state in states:
        assert set(state) == {"header", "name", "position", "velocity", "effort"}
        assert set(state["header"]) == {"stamp", "frame_id"} and set(state["header"]["stamp"]) == {
            "sec",
            "nanosec",
        }
        assert state["name"] == [f"joint{i + 1}" for i in range(links)]
        assert all(len(state[field]) == links for field in ("position", "velocity", "effort"))
        time_ = state["header"]["stamp"]
        assert (
            all(isinstance(part, int) for part in time_.values()) and 0 <= time_["nanosec"] < 10**9
        )
    periods = [after - before for before, after in pairwise(map(stamp, states))]
    assert min(periods) > 0 and median(periods) == pytest.approx(1 / 60, rel=0.1)


def test_a_fresh_arm_swings_freely_without_effort_and_keeps_its_energy(client, links):
    params = {
        "gravity": 9.81,
        "masses": [2.0, 0.5, 1.5][:links],
        "lengths": [0.8, 1.2, 0.4][:links],
    }
    client.call(SET_PARAMS, params)
    client.call(RESET)
    client.subscribe(STATES)
    states = client.course(STATES, 0.8)
    assert all(state["effort"] == [0] * links for state in states)
    assert max(abs(state["position"][0]) for state in states) > 1
    assert max(abs(energy(params, state["position"], state["velocity"])) for state in states) < 0.01


@two_links
def test_without_gravity_the_arm_stays_where_it_is(client):
    client.call(SET_PARAMS, {"gravity": 0})
    client.call(RESET)
    client.subscribe(STATES)
    assert all(
        s["position"] == [0, 0] and s["velocity"] == [0, 0] for s in client.course(STATES, 0.3)
    )


# -- pause and reset -----------------------------------------------------------------------------
@two_links
def test_a_pause_freezes_what_is_seen_and_resuming_makes_no_leap(client):
    client.subscribe(STATES)
    client.course(STATES, 0.1)
    client.call(PAUSE, {"data": True})
    client.drain(STATES)
    frozen = [client.message(STATES) for _ in range(20)]
    assert all(state == frozen[0] for state in frozen)
    assert client.call(SET_PARAMS)["result"]
    resumed = time.monotonic()
    client.call(PAUSE, {"data": False})
    client.drain(STATES)
    assert 0 <= stamp(client.message(STATES)) - stamp(frozen[0]) < time.monotonic() - resumed + 0.09
    client.next(lambda m: m.get("topic") == STATES and stamp(m["msg"]) > stamp(frozen[0]) + 0.1)


@two_links
def test_a_reset_takes_the_setpoint_and_the_integral_along(client):
    client.subscribe(STATES)
    follow(client, [1.2, -0.8])
    client.course(STATES, 0.6)
    answer = client.call(RESET)["values"]
    client.drain(STATES)
    states = [client.message(STATES)]
    assert stamp(states[0]) < 0.2
    states += client.course(STATES, 0.5)
    assert all(near(state["position"], answer["position"], 0.3) for state in states)


@two_links
def test_a_reset_while_paused_shows_the_starting_pose_at_time_zero(client):
    client.subscribe(STATES)
    client.course(STATES, 0.1)
    client.call(PAUSE, {"data": True})
    client.call(RESET)
    state = client.fresh(STATES)
    assert stamp(state) == 0 and state["position"] == state["velocity"] == state["effort"] == [0, 0]


@two_links
@pytest.mark.parametrize("timestep", [3600, 1e-6])
def test_any_timestep_leaves_the_stream_and_the_services_quick_and_can_be_taken_back(
    client, timestep
):
    client.subscribe(STATES)
    client.call(SET_INTEGRATOR, {"timestep": timestep})
    begun = time.monotonic()
    for _ in range(12):
        client.message(STATES)
    assert time.monotonic() - begun < 1.0  # s; 0.2, if nothing holds the arm up
    asked = time.monotonic()
    client.call(SET_INTEGRATOR, {"timestep": 0.002})
    client.call(RESET)
    assert time.monotonic() - asked < 1.0  # s; some 0.01
    client.drain(STATES)
    assert stamp(client.message(STATES)) < 0.3
    assert client.course(STATES, 0.2)[-1]["position"] != [0, 0]


# -- control -------------------------------------------------------------------------------------
@pytest.mark.parametrize("links, gains", [(2, "soft"), (3, "default")])
def test_the_arm_converges_to_its_setpoint_and_the_effort_there_is_the_gravity_load(
    client, links, gains
):
    if gains == "soft":
        client.call(SET_GAINS, SOFT)
        client.call(SET_PARAMS, {"masses": [1.4, 0.5], "lengths": [0.8, 1.2]})
    params = client.call(SET_PARAMS)["values"]
    client.subscribe(STATES)
    follow(client, GOAL[links])
    state = arrival(client, GOAL[links])
    load = gravity_load(params, state["position"])
    assert near(state["effort"], load, 0.5 + 0.04 * max(map(abs, load)))


@two_links
def test_without_an_integral_term_gravity_leaves_exactly_the_offset_that_carries_it(client):
    client.call(SET_GAINS, {"kp": [200, 100], "ki": [0, 0], "kd": [40, 15]})
    client.subscribe(STATES)
    follow(client, [0.6, -0.4])
    arrival(client, [0.5114, -0.4490])


@two_links
def test_a_change_of_the_gains_keeps_the_integral(client):
    """At rest all the effort is ki times the integral: with ki doubled it is doubled at once."""
    client.subscribe(STATES)
    follow(client, GOAL[2])
    before = arrival(client, GOAL[2])["effort"]
    client.call(PAUSE, {"data": True})
    client.call(SET_GAINS, {"ki": [2 * ki for ki in client.call(SET_GAINS)["values"]["ki"]]})
    client.call(SET_INTEGRATOR, {"timestep": 1e-9})  # all further efforts come from this very pose
    client.call(PAUSE, {"data": False})
    after = client.fresh(STATES)["effort"]
    assert 1.4 * before[0] < after[0] < 2.6 * before[0]  # it is not quite at rest


@two_links
def test_enabling_again_starts_from_a_clean_integral_and_the_setpoint_sent_meanwhile(client):
    kp = [200, 100]
    ki = [500, 500]
    kd = [40, 15]
    client.call(SET_GAINS, {"kp": kp, "ki": ki, "kd": kd})
    client.subscribe(STATES)
    follow(client, [1.0, -1.0])
    client.course(STATES, 0.5)
    client.call(ENABLE, {"data": False})
    client.publish(TRAJECTORY, trajectory([2.0, 1.0]))
    state = client.fresh(STATES)
    assert state["effort"] == [0, 0]
    client.call(PAUSE, {"data": True})
    at = client.fresh(STATES)
    client.call(ENABLE, {"data": True})
    client.call(SET_INTEGRATOR, {"timestep": 1e-9})  # the next effort comes from this very pose
    client.call(PAUSE, {"data": False})
    seen = client.fresh(STATES)
    expected = [
        p * (target - q) - d * v
        for p, d, target, q, v in zip(kp, kd, [2.0, 1.0], at["position"], at["velocity"])
    ]
    assert near(seen["effort"], expected, 0.02 * max(map(abs, expected)))


@two_links
def test_a_setpoint_sent_during_a_pause_is_used_after_it(client):
    client.subscribe(STATES)
    client.call(PAUSE, {"data": True})
    before = client.fresh(STATES)
    follow(client, [0.3, 0.2])
    assert client.fresh(STATES) == before
    client.call(PAUSE, {"data": False})
    arrival(client, [0.3, 0.2])


# -- trajectories: what they hold is read off the effort of an arm that hardly moves -------------
def setpoint_seen(client, links, message, kd=0):
    """The setpoint (kd 0) or its velocity (kd 1) after a message, seen as effort per unit of gain."""
    zeros = [0] * links
    ones = [1] * links
    client.call(SET_PARAMS, {"gravity": 0, "masses": [1e6] * links})
    client.call(SET_INTEGRATOR, {"timestep": 1e-9})
    client.call(SET_GAINS, {"kp": zeros if kd else ones, "ki": zeros, "kd": ones if kd else zeros})
    client.call(ENABLE, {"data": True})
    client.call(RESET)
    client.subscribe(STATES)
    client.publish(TRAJECTORY, trajectory([0.1, 0.2, 0.3][:links]))
    client.publish(TRAJECTORY, message)
    return client.fresh(STATES)["effort"]


HELD = [0.1, 0.2]
POINT = [0.6, -0.4]


@two_links
@pytest.mark.parametrize(
    "message, expected",
    [
        (trajectory(POINT), POINT),
        (trajectory([9, 9], [8, 8], POINT), POINT),
        ({"points": [{"positions": POINT, "time_from_start": {"sec": 30, "nanosec": 0}}]}, POINT),
        ({"points": [{"positions": POINT}], "joint_names": ["shoulder", "elbow"]}, POINT),
        ({"points": [{"positions": POINT}], "joint_names": ["joint1"]}, POINT),
        ({"points": [{"positions": POINT}], "joint_names": 5}, POINT),
        ({"points": [{"positions": POINT}], "joint_names": ["joint2", "joint1"]}, POINT[::-1]),
        ({"points": [{}]}, [0, 0]),
        ({"points": [{"positions": [1.0]}]}, [0, 0]),
        ({"points": [{"positions": [1.0, 2.0, 3.0]}]}, [0, 0]),
        ({"points": [{"positions": []}]}, [0, 0]),
    ],
)
def test_the_last_point_of_a_trajectory_is_held(client, links, message, expected):
    assert near(setpoint_seen(client, links, message), expected, 1e-5)


@two_links
@pytest.mark.parametrize(
    "velocities, expected",
    [([0.5, -0.25], [0.5, -0.25]), (None, [0, 0]), ([0.5], [0, 0]), ([1, 2, 3], [0, 0])],
)
def test_velocities_are_zero_unless_there_is_one_per_joint(client, links, velocities, expected):
    point = {"positions": POINT} | ({} if velocities is None else {"velocities": velocities})
    assert near(setpoint_seen(client, links, {"points": [point]}, kd=1), expected, 1e-5)


@two_links
@pytest.mark.parametrize(
    "message",
    [
        {"points": []},
        {},
        {"points": [None]},
        {"points": [5]},
        {"points": {"positions": POINT}},
        5,
        [],
        None,
        "x",
        {"points": [{"positions": [1, "a"]}]},
        {"points": [{"positions": [1, None]}]},
        {"points": [{"positions": [True, True]}]},
        {"points": [{"positions": POINT, "velocities": [1, "a"]}]},
        {"points": [{"positions": [1, 10**400]}]},
    ],
)
def test_a_trajectory_that_cannot_be_read_is_refused_to_its_sender_and_the_old_setpoint_held(
    client, links, message
):
    assert near(setpoint_seen(client, links, message), HELD, 1e-5)
    status = client.status()
    assert status["level"] == "error" and TRAJECTORY in status["msg"]


def test_a_trajectory_is_read_at_either_link_count_and_on_a_line_of_a_megabyte(client, links):
    points = [[9.0] * links] * 12_000 + [GOAL[links]]
    assert near(setpoint_seen(client, links, trajectory(*points)), GOAL[links], 1e-5)


# -- dynamics ------------------------------------------------------------------------------------
def test_driving_the_first_joint_alone_throws_the_others(client, links):
    zeros = [0] * (links - 1)
    client.call(SET_PARAMS, {"gravity": 0})
    client.call(SET_GAINS, {"kp": [60, *zeros], "ki": [0, *zeros], "kd": [12, *zeros]})
    client.call(RESET)
    client.subscribe(STATES)
    follow(client, [1.0, *zeros])
    states = client.course(STATES, 0.8)
    for joint in range(1, links):
        assert max(abs(state["position"][joint]) for state in states) > 0.5


@two_links
def test_without_gravity_and_effort_the_momentum_of_the_first_joint_is_kept(client):
    client.subscribe(STATES)
    client.course(STATES, 0.5)
    client.call(SET_PARAMS, {"gravity": 0})
    states = client.course(STATES, 0.5)
    momenta = [
        (5 / 3 + math.cos(s["position"][1])) * s["velocity"][0]
        + (1 / 3 + math.cos(s["position"][1]) / 2) * s["velocity"][1]
        for s in states
    ]
    rates = [s["velocity"][0] for s in states]
    assert max(momenta) - min(momenta) < 1e-3 * abs(momenta[0])
    assert max(rates) - min(rates) > 0.1


@two_links
def test_new_parameters_are_in_force_at_once_without_a_leap_of_the_pose(client):
    client.subscribe(STATES)
    follow(client, GOAL[2])
    before = arrival(client, GOAL[2])
    client.call(PAUSE, {"data": True})
    at = client.fresh(STATES)
    client.call(SET_PARAMS, {"gravity": 19.62})
    assert client.fresh(STATES) == at
    client.call(PAUSE, {"data": False})
    after = arrival(client, GOAL[2])
    assert near(after["effort"], [2 * effort for effort in before["effort"]], 1.5)


# -- divergence ----------------------------------------------------------------------------------
def test_a_timestep_too_large_for_the_gains_diverges_visibly_until_a_reset(client, links):
    client.subscribe(STATES)
    client.call(SET_INTEGRATOR, {"method": "euler", "timestep": 0.01})
    client.call(SET_GAINS, {"kp": [1e8] * links, "ki": [0] * links, "kd": [1e7] * links})
    follow(client, GOAL[links])
    deadline = time.monotonic() + 20
    while max(abs(q) for q in client.message(STATES)["position"] if q is not None) < 1e3:
        assert time.monotonic() < deadline
    wait_until(lambda: "diverged" in client.call(SET_INTEGRATOR)["status"])
    client.drain(STATES)
    states = [client.message(STATES) for _ in range(15)]
    assert all(
        len(state[field]) == links
        for state in states
        for field in ("position", "velocity", "effort")
    )
    assert states[0]["header"] == states[-1]["header"]  # its clock stands still
    told = client.call(SET_INTEGRATOR)
    assert (
        told["result"] is True
        and "diverged" in told["status"]
        and told["values"]["timestep"] == 0.01
    )
    client.call(ENABLE, {"data": False})
    assert client.call(RESET)["status"] == ""
    state = client.course(STATES, 0.15)[-1]
    assert stamp(state) > 0.1 and max(map(abs, state["position"])) < 10
