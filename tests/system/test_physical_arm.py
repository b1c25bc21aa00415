"""Links, limits, stops, energy and the clamped descent as clients see them, on the running system."""

import itertools
import math
import time
from itertools import pairwise
from statistics import median

import pytest
from processes import wait_until
from rosbridge import stamp

LINKS = "/arm_sim/set_links"
LIMITS = "/arm_sim/set_limits"
DYNAMICS = "/arm_sim/dynamics"
PARAMS = "/arm_sim/set_params"
RESET = "/arm_sim/reset"
PAUSE = "/arm_sim/pause"
ENABLE = "/pid_controller/enable"
SOLVE = "/ik/solve"
DESCENT = "/ik/clamped_descent"
SEND = "/ik_action/send_goal"
CANCEL = "/ik_action/cancel_goal"
START = "/ik_trial/start"
STOP = "/ik_trial/stop"
ENERGY = "/arm_sim/energy"
STATES = "/joint_states"
TRAJECTORY = "/joint_trajectory"

NO_LIMITS = {"position": None, "operating": None, "velocity": None, "effort": None}
SOME_LIMITS = {
    "position": [[-0.5, 0.5], [-0.3, 0.3]],
    "operating": [[-0.2, 0.2], [-0.1, 0.1]],
    "velocity": [1, 2],
    "effort": [40, 30],
}
SOME_LINKS = {"centers_of_mass": [0.1, 0.9], "inertias": [0.2, 0.3], "damping": [0.4, 0.5]}
two_links = pytest.mark.parametrize("links", [2])


@pytest.fixture(autouse=True)
def free(client, links):
    """The arm as it was made, at rest, with nobody after it."""
    client.call(STOP)
    client.call(CANCEL)
    assert client.call(LIMITS, NO_LIMITS)["result"]
    assert client.call(LINKS, {"rods": True, "damping": [0] * links})["result"]
    assert client.call(RESET)["result"]


def seen(client, topic, seconds):
    """What is said on one of the arm's topics, over so much of its time."""
    client.subscribe(topic)
    return client.course(topic, seconds)


# -- links and dynamics ----------------------------------------------------------------------------
def test_links_are_echoed_each_on_its_own_and_rods_come_back(client, links):
    rods = client.call(LINKS)["values"]
    assert rods == {
        "centers_of_mass": [0.5] * links,
        "inertias": pytest.approx([1 / 12] * links),
        "damping": [0] * links,
    }
    own = {"centers_of_mass": [0.0] * links, "inertias": [2.0] * links, "damping": [3.0] * links}
    for i, name in enumerate(own):
        told = client.call(LINKS, {name: own[name]})
        assert told["result"] and told["values"] == rods | dict(list(own.items())[: i + 1])
    assert client.call(LINKS, {"rods": True})["values"] == rods | {"damping": own["damping"]}
    assert client.call(LINKS, own)["values"] == own
    params = client.call(PARAMS, {"lengths": [1.0] * links})
    assert set(params["values"]) == {"gravity", "masses", "lengths"}
    assert client.call(LINKS)["values"] == rods | {"damping": own["damping"]}


@two_links
def test_centres_beyond_the_end_of_a_link_are_refused(client):
    refused = client.call(LINKS, {"centers_of_mass": [0.5, 1.5], "damping": [1, 1]})
    assert refused["result"] is False and "centers_of_mass" in refused["status"]
    assert refused["values"]["centers_of_mass"] == [0.5, 0.5] and refused["values"]["damping"] == [
        1,
        1,
    ]


def test_the_dynamics_of_the_live_arm_are_consistent(client, links):
    client.call(PAUSE, {"data": True})
    values = client.call(DYNAMICS)["values"]
    assert set(values) == {
        "mass_matrix",
        "coriolis",
        "gravity_load",
        "acceleration",
        "kinetic_energy",
        "potential_energy",
    }
    state = {"position": [0.3] * links, "velocity": [1.0] * links, "effort": [2.0] * links}
    values = client.call(DYNAMICS, state)["values"]
    balance = [
        sum(m * a for m, a in zip(row, values["acceleration"])) + c + g
        for row, c, g in zip(values["mass_matrix"], values["coriolis"], values["gravity_load"])
    ]
    assert balance == pytest.approx(state["effort"], abs=1e-12)  # rounding
    kinetic = sum(m for row in values["mass_matrix"] for m in row) / 2
    assert values["kinetic_energy"] == pytest.approx(kinetic, rel=1e-12)
    assert not client.call(DYNAMICS, {"position": [0.3]})["result"]


# -- energy ----------------------------------------------------------------------------------------
def test_the_books_are_told_sixty_times_a_second_and_balance_under_control(client, links):
    client.call(LINKS, {"damping": [0.2] * links})
    client.call(ENABLE, {"data": True})
    client.publish(TRAJECTORY, {"points": [{"positions": [0.4] * links}]})
    books = seen(client, ENERGY, 0.5)
    assert median(
        stamp(after) - stamp(before) for before, after in pairwise(books)
    ) == pytest.approx(1 / 60, rel=0.1)
    for book in books:
        assert set(book) == {"header", "kinetic", "potential", "total", "work", "lost", "drift"}
        assert book["total"] == pytest.approx(book["kinetic"] + book["potential"], abs=1e-12)
        assert abs(book["drift"]) < 1e-6  # of some 10 J of work, by rk4 at its own timestep
    assert books[-1]["work"] > 1 and books[-1]["lost"] > 0


@two_links
@pytest.mark.parametrize("service, args", [(RESET, {}), (PARAMS, {"gravity": 9.81})])
def test_the_books_begin_anew(client, service, args):
    client.call(ENABLE, {"data": True})
    client.publish(TRAJECTORY, {"points": [{"positions": [0.4, 0.4]}]})
    client.subscribe(ENERGY)
    wait_until(lambda: client.message(ENERGY)["work"] > 0.1)
    client.call(PAUSE, {"data": True})
    client.call(service, args)
    book = client.fresh(ENERGY)
    assert (book["work"], book["lost"], book["drift"]) == (0, 0, 0)


# -- hard stops ------------------------------------------------------------------------------------
def test_a_falling_arm_is_caught_by_its_stops_and_the_books_know_of_it(client, links):
    stops = [[-0.4, 0.4], [-0.2, 0.2], [-0.3, 0.3]][:links]
    client.subscribe(ENERGY)
    assert client.call(LIMITS, {"position": stops})["result"]
    states = seen(client, STATES, 1.4)
    for state in states:
        assert all(low <= angle <= high for (low, high), angle in zip(stops, state["position"]))
    assert states[-1]["position"] == pytest.approx([low for low, _ in stops], abs=1e-3)
    book = client.fresh(ENERGY)
    assert book["lost"] > 1 and abs(book["drift"]) < 1e-6  # rk4


def test_an_arm_that_lies_on_its_stops_keeps_up_with_time(client, links):
    client.call(LIMITS, {"position": [[-0.2, 0.2]] * links})
    client.subscribe(STATES)
    client.course(STATES, 0.4)  # to the stops
    begun = time.monotonic()
    client.course(STATES, 0.4)
    assert time.monotonic() - begun < 2.0  # s; some 0.4 on an idle machine


@two_links
def test_limits_are_set_each_on_its_own_and_removed_by_null(client):
    assert client.call(LIMITS)["values"] == NO_LIMITS
    for name, value in SOME_LIMITS.items():
        assert client.call(LIMITS, {name: value})["values"][name] == value
    assert client.call(LIMITS)["values"] == SOME_LIMITS
    refused = client.call(LIMITS, {"operating": [[-0.6, 0], [0, 0.1]], "effort": [1, 1]})
    assert refused["result"] is False and "operating" in refused["status"]
    assert refused["values"] == SOME_LIMITS | {"effort": [1, 1]}
    for name in SOME_LIMITS:
        assert client.call(LIMITS, {name: None})["values"][name] is None


# -- commands --------------------------------------------------------------------------------------
@two_links
@pytest.mark.parametrize(
    "point", [{"positions": [0.3, 0]}, {"positions": [0, 0], "velocities": [0, 2.5]}]
)
def test_a_command_beyond_the_limits_is_refused_to_its_sender_alone(client, connect, point):
    client.call(LIMITS, SOME_LIMITS)
    other = connect()
    client.publish(TRAJECTORY, {"points": [point]})
    status = client.status()
    assert status["level"] == "error" and "joint" in status["msg"]
    other.settle()
    with pytest.raises(TimeoutError):
        other.status(within=0.01)
    client.publish(TRAJECTORY, {"points": [{"positions": [0.2, -0.1]}]})
    client.settle()
    with pytest.raises(TimeoutError):
        client.status(within=0.01)


@two_links
def test_efforts_stay_within_their_limits(client):
    client.call(LIMITS, {"effort": [10, 2]})
    client.call(ENABLE, {"data": True})
    client.publish(TRAJECTORY, {"points": [{"positions": [1, 1]}]})
    client.settle()
    efforts = [state["effort"] for state in seen(client, STATES, 0.3)]
    assert (
        max(abs(effort[0]) for effort in efforts) == 10
        and max(abs(effort[1]) for effort in efforts) == 2
    )


# -- inverse kinematics within limits --------------------------------------------------------------
@two_links
def test_solutions_and_goals_are_chosen_within_the_limits(client):
    corner = {"x": 1, "y": 1, "reference": [0, 0]}
    assert client.call(SOLVE, corner)["values"]["positions"] == pytest.approx(
        [0, math.pi / 2], abs=1e-12
    )
    client.call(LIMITS, {"operating": [[-3, 3], [-3, 0]]})
    assert client.call(SOLVE, corner)["values"]["positions"] == pytest.approx(
        [math.pi / 2, -math.pi / 2], abs=1e-12
    )
    client.call(LIMITS, {"operating": None, "position": [[-3, 3], [-1, 1]]})
    for service in (SOLVE, SEND):
        refused = client.call(service, {"x": 1, "y": 1})
        assert refused["result"] is False and "joint 2" in refused["status"], service
    assert client.call(SEND, {"x": 1.8, "y": 0.3})["result"]


@two_links
def test_a_goal_at_the_very_end_of_the_limits_leaves_the_arm_alive(client, runtime):
    target = {"x": -1.0, "y": 0.9, "reference": [0.0, 1.0]}
    q1, q2 = client.call(SOLVE, target)["values"]["positions"]
    pid = runtime.pid_of("arm_sim")
    for turns, ulps in itertools.product((-2, 2), range(-2, 3)):
        edge = q1 + turns * 2 * math.pi
        edge += ulps * math.ulp(edge)
        for ends in ([edge, edge + 0.1], [edge - 0.1, edge]):
            client.call(LIMITS, {"operating": [ends, [q2 - 1, q2 + 1]]})
            client.call(SEND, {"x": -1.0, "y": 0.9})
            client.settle()
            assert runtime.actors().get("arm_sim") == pid, (ends, turns)


@two_links
def test_a_trial_of_an_arm_with_limits_finds_its_targets(client):
    client.call(LIMITS, {"operating": [[-0.3, 0.3], [0.2, 0.6]]})
    for _ in range(3):
        assert client.call(START)["result"]


@two_links
@pytest.mark.parametrize(
    "changes, positions, iterations, distance, outcome",
    [
        ({}, (0.00008504, 1.57065873), 125, 0.00009997, "reached"),
        (
            {"start": [1.2, -0.5], "limits": [[-3, 3], [-1, 0]]},
            (1.28539807, -1.0),
            35,
            0.34095156,
            "stalled",
        ),
        ({"max_iters": 5}, (0.42422226, 0.76828195), 5, 0.44159646, "out of steps"),
    ],
)
def test_a_clamped_descent_ends_as_in_its_examples(
    client, changes, positions, iterations, distance, outcome
):
    args = {
        "target": {"x": 1, "y": 1},
        "start": [0.2, 0.5],
        "limits": [[-3, 3], [0, 2.5]],
        "alpha": 0.2,
        "tol": 1e-4,
        "stall": 1e-7,
        "max_iters": 1000,
    }
    values = client.call(DESCENT, args | changes)["values"]
    assert (values["iterations"], values["outcome"]) == (iterations, outcome)
    assert [*values["positions"], values["distance"]] == pytest.approx(
        [*positions, distance], abs=1e-6
    )
    assert not client.call(DESCENT, args | {"max_iters": 10**7})["result"]


@two_links
def test_the_longest_descent_is_answered_by_the_actor_that_was_asked(client, runtime):
    pid = runtime.pid_of("ik")
    longest = {
        "lengths": [1, 1, 1],
        "target": {"x": 5, "y": 5},
        "start": [0.1, 0.2, 0.3],
        "limits": [[-3, 3]] * 3,
        "alpha": 1e-9,
        "tol": 0,
        "stall": 0,
        "max_iters": 100_000,
    }
    answered = client.call(DESCENT, longest, within=20.0)
    assert answered["result"] or "max_iters" in answered["status"]
    assert runtime.pid_of("ik") == pid


# -- over a death ----------------------------------------------------------------------------------
@two_links
def test_limits_links_and_books_outlive_the_arm(client, runtime):
    assert client.call(LINKS, SOME_LINKS)["values"] == SOME_LINKS
    assert client.call(LIMITS, SOME_LIMITS)["values"] == SOME_LIMITS
    client.subscribe(ENERGY)
    wait_until(lambda: client.message(ENERGY)["lost"] > 0.01)
    for _ in range(3):  # among its stops
        runtime.successor_of("arm_sim", runtime.kill("arm_sim"))
        assert (
            client.call(LINKS)["values"] == SOME_LINKS
            and client.call(LIMITS)["values"] == SOME_LIMITS
        )
        assert abs(client.fresh(ENERGY)["drift"]) < 1e-6  # rk4
    client.call(PAUSE, {"data": True})
    frozen = client.fresh(ENERGY)
    assert frozen["lost"] > 0.01
    runtime.successor_of("arm_sim", runtime.kill("arm_sim"))
    assert client.fresh(ENERGY) == frozen
