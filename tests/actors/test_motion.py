"""The motion actor: one motion at a time, setpoints in time, and one result per motion whatever dies."""

import json
import math
import pickle
from itertools import pairwise

import pytest
from crew import Gateway, call, letters, reply

from actors import motion as module
from actors.arm.commands import StreamCommand
from actors.arm.motion.contact import Obstacle
from actors.arm.motion.course import BRAKE, DRAWN, PERIOD, Course, Plan, Stage
from actors.arm.motion.leg import Leg
from actors.arm.pid import Setpoint
from actors.arm.simulation import Command, Simulation
from actors.arm.stops import Limits
from actors.arm_sim import arm_of
from actors.ik import Ik
from actors.ik_action import IkAction
from actors.kernel.letters import Down, Publication, ServiceCall, ServiceReply, packed
from actors.kernel.registry import Registry
from actors.motion import Motion
from actors.planner import Planner
from protocol import limits, names
from protocol import motion as messages

GOAL = {"positions": [0.5, -0.5], "duration": 1.0}
KILLED = -9


class Bench:
    """A motion actor with an arm and an ik that answer by hand, on a clock of its own."""

    def __init__(self, links=2):
        self.system = Registry([arm_of(links), Ik, IkAction, Motion, Planner, Gateway])
        self.arm = Simulation(links)
        self.arm.set_params(gravity=0.0)
        self.arm.enable(True)
        self.ik, self.planner = Ik(self.system), Planner(self.system)
        self.tokens = 0
        self.now = 1000.0
        self.system.demand(names.MOTION_STATE, True)
        self.motion = Motion(self.system, clock=lambda: self.now)
        self.commands = []

    # -- in --------------------------------------------------------------------------------------
    def look(self):
        """The arm is seen as it is."""
        self.motion.receive(Publication(names.JOINT_STATES, self.arm.snapshot(self.now)))

    def ask(self, service, args=None):
        """A client calls; the token of the call."""
        self.tokens += 1
        self.motion.receive(
            call(service, args, token=self.tokens, incarnation=self.motion.incarnation)
        )
        return self.tokens

    def answer(self, meanwhile=lambda: None):
        """Everybody answers everybody, until nobody has a question left; something happens after the first round."""
        busy = True
        rounds = 0
        while busy:
            rounds += 1
            if rounds == 2:
                meanwhile()
            busy = False
            for actor in (self.motion, self.planner, self.ik):
                actor.commit()
            for question in self._asked("arm_sim"):
                twin = pickle.loads(pickle.dumps(self.arm))
                incarnation = question.caller_incarnation
                answer = reply(question.token, {"twin": twin}, incarnation=incarnation)
                self.system[question.caller].mailbox.put(packed([answer]))
            for name, actor in (
                ("motion", self.motion),
                ("planner", self.planner),
                ("ik", self.ik),
            ):
                for letter in letters(self.system, name):
                    actor.receive(letter)
                    busy = True

    def _asked(self, to):
        found = letters(self.system, to)
        self.commands += [
            letter.message
            for letter in found
            if isinstance(letter, Publication) and isinstance(letter.message, StreamCommand)
        ]
        return [letter for letter in found if isinstance(letter, ServiceCall)]

    def request(self, service, args=None):
        """A client calls and everybody answers; what it is told."""
        token = self.ask(service, args)
        self.answer()
        (told,) = [
            letter
            for letter in self.said()
            if isinstance(letter, ServiceReply) and letter.token == token
        ]
        return told

    def run(self, seconds, looks=True):
        """So long the arm is led, as it is told, and seen."""
        steps = round(seconds / PERIOD)
        for k in range(steps):
            self.motion.tick()
            self.motion.commit()
            self.obey()
            for _ in range(round(PERIOD / self.arm.timestep)):
                self.arm.tick()
            self.now += PERIOD
            if looks and k % 4 == 3:
                self.look()
        self.motion.commit()

    def obey(self):
        """The arm hears what it was told."""
        self._asked("arm_sim")
        for command in self.commands:
            self.arm.follow(
                Setpoint(command.positions, command.velocities),
                command.motion_id,
                command.resets,
                command.opening,
            )
        self.commands = []

    # -- out -------------------------------------------------------------------------------------
    def said(self):
        self.motion.commit()
        found = [
            letter for letter in letters(self.system, "gateway") if not isinstance(letter, Down)
        ]
        self.heard = [letter for letter in found if isinstance(letter, Publication)]
        self.told_so_far = [*getattr(self, "told_so_far", []), *self.heard]
        return found

    def told(self, topic):
        """What clients have been told on a topic so far."""
        self.said()
        return [json.loads(letter.message) for letter in self.told_so_far if letter.topic == topic]

    def outcomes(self):
        return [
            (result["motion_id"], result["outcome"]) for result in self.told(names.MOTION_RESULT)
        ]

    def state(self):
        """What it says of itself now."""
        for _ in range(module.STATE_EVERY):
            self.look()
        return self.told(names.MOTION_STATE)[-1]["state"]

    # -- death -----------------------------------------------------------------------------------
    def kill(self):
        """The actor dies here, and a successor begins with what was committed last."""
        self.system.record_death("motion", KILLED)
        self.motion = Motion(self.system, clock=lambda: self.now)


@pytest.fixture(params=[2])
def bench(request):
    bench = Bench(request.param)
    bench.look()
    yield bench
    for entry in bench.system.entries.values():
        entry.mailbox.close()


# -- a motion is made ------------------------------------------------------------------------------
def test_a_motion_reaches_its_goal_and_says_so_once_with_its_figures(bench):
    accepted = bench.request(names.MOVE_JOINTS, GOAL)
    assert accepted.result and accepted.values["duration"] == 1.0
    bench.run(4.0)
    (result,) = bench.told(names.MOTION_RESULT)
    assert (result["motion_id"], result["motion"]) == (accepted.values["motion_id"], "move_joints")
    assert (result["outcome"], result["reason"]) == ("reached", "")
    assert bench.arm.position == pytest.approx((0.5, -0.5), abs=0.01)  # what counts as there
    figures = result["figures"]
    assert (
        0 < figures["mean"] <= figures["rms"] <= figures["max"] < 0.1
        and figures["settle_time"] >= 0
    )
    assert bench.state() == "idle"


def test_setpoints_are_streamed_with_the_velocities_of_the_way(bench):
    bench.request(names.MOVE_JOINTS, GOAL)
    places = []
    rates = []
    for _ in range(230):
        bench.run(PERIOD)
        bench.look()
        places.append(bench.arm.controller.setpoint.position[0])
        rates.append(bench.arm.controller.setpoint.velocity[0])
    for k in range(1, 229):
        # The way over two periods against the velocity in their middle; the quintic bends by 60 * 0.5 rad/s^3.
        assert (places[k + 1] - places[k - 1]) / (2 * PERIOD) == pytest.approx(
            rates[k], abs=30 * PERIOD**2
        )
    assert max(rates) == pytest.approx(1.875 * 0.5, rel=1e-3)  # the peak of a quintic


def test_while_it_moves_it_shows_itself(bench):
    motion_id = bench.request(names.MOVE_JOINTS, GOAL).values["motion_id"]
    bench.run(0.5)
    shown = bench.told(names.MOTION_STATE)[-1]
    assert (shown["state"], shown["motion_id"], shown["motion"]) == (
        "moving",
        motion_id,
        "move_joints",
    )
    assert 0 < shown["elapsed"] < shown["duration"] == 1.0


def test_clients_are_told_the_setpoints_only_while_one_listens(bench):
    bench.request(names.MOVE_JOINTS, GOAL)
    bench.run(0.1)
    assert bench.told(names.JOINT_TRAJECTORY) == []
    bench.system.demand(names.JOINT_TRAJECTORY, True)
    bench.run(0.1)
    told = bench.told(names.JOINT_TRAJECTORY)
    assert len(told) == 25
    assert all(
        set(point) >= {"positions", "velocities"} for each in told for point in each["points"]
    )


@pytest.mark.parametrize(
    "service, args",
    [
        (names.MOVE_LINE, {"x": 1.7, "y": 0.3}),
        (names.MOVE_LINE, {"points": [[1.7, 0.3], [1.5, 0.2]]}),
        (names.DRAW, {"square": {"center": [1.2, 0.3], "side": 0.2}}),
        (names.DRAW, {"circle": {"center": {"x": 1.2, "y": 0.3}, "radius": 0.1}, "elbow": "up"}),
        (names.DRAW, {"points": [[1.2, 0.3], [1.4, 0.3]], "profile": "trapezoid"}),
    ],
    ids=str,
)
def test_a_path_is_solved_by_ik_and_then_drawn(bench, service, args):
    accepted = bench.request(service, args | {"speed": 1.0})
    assert accepted.result, accepted.status
    assert accepted.values["waypoints"] > 2 and accepted.values["elbow"] in ("positive", "negative")
    bench.run(12.0)
    (result,) = bench.told(names.MOTION_RESULT)
    assert result["outcome"] == "reached" and len(result["figures"]["drawn"]) > 2


def test_a_recording_has_a_column_for_everything_and_a_row_for_every_look(bench):
    bench.request(names.MOVE_JOINTS, GOAL)
    bench.run(0.64)
    columns = bench.request(names.RECORDING).values
    assert set(columns) == {
        "time",
        "setpoint",
        "setpoint_velocity",
        "position",
        "velocity",
        "effort",
        "meant",
        "pen",
    }
    assert {len(column) for column in columns.values()} == {40}  # a look every four setpoints
    assert columns["time"] == sorted(columns["time"])


# -- a motion is refused ---------------------------------------------------------------------------
@pytest.mark.parametrize(
    "service, args, words",
    [
        (names.MOVE_JOINTS, {}, "positions is missing"),
        (names.MOVE_JOINTS, {"positions": [1]}, "positions must be a list of 2 finite numbers"),
        (names.MOVE_JOINTS, {"positions": [0, 3.5]}, "link 2 folds onto link 1"),
        (names.MOVE_JOINTS, {"positions": [1, 1], "duration": 4000}, "between 0.004 and 3600 s"),
        (names.MOVE_LINE, {"x": 3, "y": 0}, "point"),
        (names.DRAW, {"points": [[1, 0], [3, 0]]}, "point"),
        (
            names.DRAW,
            {"square": {"center": [1, 0], "side": 0.2}, "spacing": 1e-9},
            "spacing must be larger",
        ),
        (names.DRAW, {}, "exactly one of points, square, circle"),
    ],
    ids=str,
)
def test_what_is_impossible_is_refused_and_leaves_the_present_motion_alone(
    bench, service, args, words
):
    motion_id = bench.request(names.MOVE_JOINTS, GOAL).values["motion_id"]
    bench.run(0.1)
    refused = bench.request(service, args)
    assert not refused.result and words in refused.status
    bench.run(4.0)
    assert bench.outcomes() == [(motion_id, "reached")]


@pytest.mark.parametrize(
    "prepare, words",
    [
        (lambda arm: arm.enable(False), "PID is disabled"),
        (lambda arm: setattr(arm, "paused", True), "paused"),
        (lambda arm: setattr(arm, "diverged", True), "diverged"),
    ],
    ids=["disabled", "paused", "diverged"],
)
def test_an_arm_that_would_not_follow_is_not_moved(bench, prepare, words):
    prepare(bench.arm)
    refused = bench.request(names.MOVE_JOINTS, GOAL)
    assert not refused.result and words in refused.status


def test_obstacles_are_kept_and_shown_and_in_the_way(bench):
    circle = {"x": 1.5, "y": 0.8, "radius": 0.1}
    assert bench.request(names.SET_OBSTACLES, {"obstacles": [circle]}).values == {
        "obstacles": [circle]
    }
    bench.kill()
    bench.look()
    assert bench.request(names.SET_OBSTACLES).values == {"obstacles": [circle]}
    refused = bench.request(names.MOVE_JOINTS, {"positions": [1.0, 0.0]})
    assert not refused.result and "touches the obstacle at (1.5, 0.8)" in refused.status
    assert bench.request(names.SET_OBSTACLES, {"obstacles": []}).values == {"obstacles": []}
    assert bench.request(names.MOVE_JOINTS, {"positions": [1.0, 0.0]}).result


@pytest.mark.parametrize(
    "given",
    [
        None,
        5,
        [5],
        [{}],
        [{"x": 1, "y": 1}],
        [{"x": 1, "y": 1, "radius": -1}],
        [{"x": 1, "y": 1, "radius": 1}] * 33,
    ],
    ids=str,
)
def test_bad_obstacles_change_nothing(bench, given):
    refused = bench.request(names.SET_OBSTACLES, {"obstacles": given})
    assert not refused.result and "obstacles" in refused.status
    assert bench.request(names.SET_OBSTACLES).values == {"obstacles": []}


# -- a motion ends otherwise -----------------------------------------------------------------------
def test_a_stop_brakes_on_the_way_and_holds(bench):
    motion_id = bench.request(names.MOVE_JOINTS, GOAL | {"duration": 2.0}).values["motion_id"]
    bench.run(1.0)
    assert bench.request(names.STOP_MOTION).values == {"motion_id": motion_id}
    assert bench.state() == "stopping"
    bench.run(BRAKE)
    held = bench.arm.controller.setpoint
    assert held.velocity == pytest.approx((0, 0), abs=0.02) and held.position[0] == pytest.approx(
        -held.position[1]
    )
    bench.run(3.0)
    assert bench.outcomes() == [(motion_id, "stopped")] and bench.state() == "idle"
    assert bench.arm.position == pytest.approx(held.position, abs=0.01)  # what counts as there
    assert 0.25 < held.position[0] < 0.5


def test_a_stop_is_never_refused(bench):
    assert bench.request(names.STOP_MOTION).values == {"motion_id": None}


def test_a_second_stop_changes_nothing(bench):
    motion_id = bench.request(names.MOVE_JOINTS, GOAL).values["motion_id"]
    bench.run(0.5)
    for _ in range(2):
        assert bench.request(names.STOP_MOTION).values == {"motion_id": motion_id}
    bench.run(4.0)
    assert bench.outcomes() == [(motion_id, "stopped")]


def test_a_new_motion_takes_the_place_of_the_old_one_without_a_jump(bench):
    first = bench.request(names.MOVE_JOINTS, GOAL).values["motion_id"]
    bench.run(0.5)
    second = bench.request(names.MOVE_JOINTS, {"positions": [-0.3, 0.3]}).values["motion_id"]
    assert bench.outcomes() == [(first, "preempted")]
    places = []
    for _ in range(300):
        bench.run(PERIOD)
        bench.look()
        places.append(bench.arm.controller.setpoint.position[0])
    assert (
        max(abs(a - b) for a, b in pairwise(places)) < 1.0 * PERIOD
    )  # 1 rad/s is faster than either
    bench.run(4.0)
    assert bench.outcomes()[1:] == [(second, "reached")]


def happens(bench, what):
    match what:
        case "reset":
            bench.arm.reset()
        case "goal":
            bench.arm.command = Command("goal-0-1", bench.arm.resets)
        case "setpoint":
            bench.arm.hold(bench.arm.controller.setpoint)
        case "disabled":
            bench.arm.enable(False)
        case "diverged":
            bench.arm.diverged = True
        case "lengths":
            bench.arm.set_params(lengths=(1.0, 0.5))


@pytest.mark.parametrize(
    "what, outcome, words",
    [
        ("reset", "preempted", "reset"),
        ("goal", "preempted", "another setpoint"),
        ("setpoint", "preempted", "another setpoint"),
        ("disabled", "faulted", "PID was disabled"),
        ("diverged", "faulted", "diverged"),
        ("lengths", "faulted", "lengths"),
    ],
)
def test_what_happens_to_the_arm_ends_the_motion_once(bench, what, outcome, words):
    bench.request(names.MOVE_JOINTS, GOAL)
    bench.run(0.3)
    happens(bench, what)
    held = bench.arm.controller.setpoint.position
    bench.run(1.0)
    (result,) = bench.told(names.MOTION_RESULT)
    assert result["outcome"] == outcome and words in result["reason"]
    assert bench.state() == ("faulted" if outcome == "faulted" else "idle")
    if what in ("reset", "goal", "setpoint"):
        assert (
            bench.arm.controller.setpoint.position == held
        )  # nothing of the old stream came through


def test_a_fault_is_shown_until_somebody_takes_notice(bench):
    bench.request(names.MOVE_JOINTS, GOAL)
    bench.run(0.1)
    bench.arm.enable(False)
    bench.look()
    assert bench.state() == "faulted"
    bench.kill()
    bench.look()
    assert bench.state() == "faulted"
    bench.request(names.STOP_MOTION)
    assert bench.state() == "idle"


def test_an_arm_that_does_not_come_to_rest_ends_it_in_bounded_time(bench):
    bench.arm.set_gains(kp=(1.0, 1.0), ki=(0.0, 0.0), kd=(0.0, 0.0))  # it swings for ever
    bench.request(names.MOVE_JOINTS, GOAL)
    bench.run(7.0)
    (result,) = bench.told(names.MOTION_RESULT)
    assert result["outcome"] == "timed_out" and "within 5 s" in result["reason"]


def test_a_stop_during_a_pause_ends_the_motion_at_once(bench):
    motion_id = bench.request(names.MOVE_JOINTS, GOAL).values["motion_id"]
    bench.run(0.5)
    bench.arm.paused = True
    bench.look()
    bench.request(names.STOP_MOTION)
    assert bench.outcomes() == [(motion_id, "stopped")]
    bench.obey()
    assert bench.arm.controller.setpoint.velocity == (0.0, 0.0)


def test_a_stop_during_planning_is_not_followed_by_a_motion(bench):
    token = bench.ask(names.DRAW, {"points": [[1.2, 0.3], [1.4, 0.3]]})
    assert bench.ask(names.STOP_MOTION) != token
    bench.answer()
    told = {letter.token: letter for letter in bench.said() if isinstance(letter, ServiceReply)}
    assert not told[token].result and "a stop came" in told[token].status
    assert bench.state() == "idle"


@pytest.mark.parametrize(
    "change",
    [
        lambda arm: arm.set_params(lengths=(1.0, 0.5)),
        lambda arm: arm.reset(),
        lambda arm: arm.set_limits(Limits(velocity=(0.1, 0.1))),
    ],
    ids=["lengths", "reset", "limits"],
)
def test_an_arm_that_is_changed_during_planning_is_not_moved(bench, change):
    token = bench.ask(names.DRAW, {"points": [[1.2, 0.3], [1.4, 0.3]]})
    bench.answer(meanwhile=lambda: change(bench.arm))
    (told,) = [
        letter
        for letter in bench.said()
        if isinstance(letter, ServiceReply) and letter.token == token
    ]
    assert not told.result and "changed" in told.status


def test_joint_moves_that_follow_one_another_do_not_turn_back(bench):
    bench.request(names.MOVE_JOINTS, {"positions": [1.0, -1.0], "duration": 2.0})
    bench.run(1.0)
    bench.request(names.MOVE_JOINTS, {"positions": [1.2, -1.2], "duration": 1.0})
    places = []
    for _ in range(400):
        bench.run(PERIOD)
        bench.look()
        places.append(bench.arm.controller.setpoint.position[0])
    assert (
        all(b >= a - 1e-4 for a, b in pairwise(places)) and places[-1] == 1.2
    )  # rad: what is as good as there


def test_a_motion_right_after_a_reset_begins_where_the_reset_left_the_arm(bench):
    first = bench.request(names.MOVE_JOINTS, {"positions": [1.5, -1.0], "duration": 4.0}).values[
        "motion_id"
    ]
    bench.run(2.0)
    bench.arm.reset()  # which nothing that motion has heard tells of
    second = bench.request(names.MOVE_JOINTS, {"positions": [0.2, -0.2], "duration": 0.5}).values[
        "motion_id"
    ]
    assert bench.outcomes() == [(first, "preempted")]
    places = []
    for _ in range(200):
        bench.run(PERIOD)
        bench.look()
        places.append(bench.arm.controller.setpoint.position)
    assert all(0 <= q <= 0.2 and -0.2 <= p <= 0 for q, p in places) and places[-1] == (0.2, -0.2)
    bench.run(2.0)
    assert bench.outcomes()[1:] == [(second, "reached")]


def test_a_request_that_needs_long_to_be_refused_does_not_keep_the_stream_waiting(bench):
    """It is planned elsewhere, as soon as there is a motion that could be disturbed."""
    bench.request(names.MOVE_JOINTS, GOAL)
    bench.ask(names.MOVE_JOINTS, {"positions": [600.0, 0.0], "duration": 3600.0})
    bench.motion.commit()
    (question,) = bench._asked("arm_sim")
    bench.motion.receive(
        reply(
            question.token,
            {"twin": pickle.loads(pickle.dumps(bench.arm))},
            incarnation=bench.motion.incarnation,
        )
    )
    bench.motion.commit()
    assert [letter.service for letter in letters(bench.system, "planner")] == [names.PLAN]


# -- deaths ----------------------------------------------------------------------------------------
def test_killed_in_the_middle_it_goes_on_and_ends_once(bench):
    motion_id = bench.request(names.MOVE_JOINTS, GOAL).values["motion_id"]
    for _ in range(4):
        bench.run(0.3)
        bench.kill()
        bench.look()
    bench.run(4.0)
    assert bench.outcomes() == [(motion_id, "reached")]


def test_after_a_long_silence_it_goes_on_where_it_was_left(bench):
    bench.request(names.MOVE_JOINTS, GOAL)
    bench.run(0.5)
    before = bench.arm.controller.setpoint.position
    for _ in range(2000):  # 1 s in which nobody leads the arm
        bench.arm.tick()
    assert bench.arm.controller.setpoint.velocity == (0.0, 0.0)  # it stopped by itself
    bench.now += 1.0
    bench.look()
    bench.run(PERIOD)
    after = bench.arm.controller.setpoint.position
    assert (
        math.dist(before, after) < 0.05
    )  # rad: of 0.7; a second later it would have been at the end


def test_a_result_that_could_not_be_told_is_told_by_the_successor(bench):
    motion_id = bench.request(names.MOVE_JOINTS, GOAL).values["motion_id"]
    bench.run(0.1)
    bench.arm.enable(False)
    bench.motion.outbox.flush = lambda: None  # the letters of this life never leave
    bench.look()
    bench.motion.commit()
    bench.kill()
    marks = [
        letter.once
        for letter in bench.said()
        if isinstance(letter, Publication) and letter.topic == names.MOTION_RESULT
    ]
    assert marks == [motion_id]


@pytest.mark.parametrize("bench", [3], indirect=True)
def test_the_largest_state_there_can_be_fits_into_its_checkpoint(bench):
    poses = tuple((0.1 + k / 7e3, 0.2 + k / 3e3, 0.3 - k / 9e3) for k in range(limits.WAYPOINTS))
    points = tuple((1 + k / 7e3, 2 - k / 3e3) for k in range(limits.WAYPOINTS))
    leg = Leg(
        poses,
        tuple(k / (limits.WAYPOINTS - 1) for k in range(limits.WAYPOINTS)),
        "steady",
        10.0,
        points,
    )
    plan = Plan.of("motion-0-1", "draw", (Stage(leg, 5.0, True),), (1.0,) * 3, 0)
    bench.motion._pursue(Course(plan, 0.0, 0.0, 0.0005))
    for k in range(DRAWN):
        bench.motion.course.drawn.add((k / 7, k / 3))
    figures = messages.figures_message(*bench.motion.course.outline())
    bench.motion._unsaid = [
        messages.motion_result(
            "motion-0-1", "draw", "reached", "x" * 100, 10.0, pickle.loads(pickle.dumps(figures))
        )
        for _ in range(module.UNSAID)
    ]
    bench.motion.obstacles = tuple(Obstacle(k / 7, k / 3, k / 9) for k in range(limits.OBSTACLES))
    bench.motion.commit()  # raises ValueError
    bench.kill()
    assert (
        bench.motion.course.plan.stages[0].leg == leg
        and len(bench.motion.obstacles) == limits.OBSTACLES
    )


def test_a_stop_that_died_with_the_actor_is_taken_to_the_successor(bench):
    assert bench.system.routes[names.STOP_MOTION].repeatable({}) and not bench.system.routes[
        names.DRAW
    ].repeatable({})
