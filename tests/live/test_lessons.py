"""The first session and the lessons of the README, pasted in order into one running system.

Each test plays one of them and compares what is seen with the numbers that its text names. All
waiting is for simulation time or for an answer.
"""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from harness import ARM_SETTINGS, ROOT, Client, Runtime
from readme import Lesson, sections
from rosbridge import stamp

STATES = "/joint_states"
ENERGY = "/arm_sim/energy"
DYNAMICS = "/arm_sim/dynamics"
INTEGRATOR = "/arm_sim/set_integrator"
REHEARSE = "/motion/rehearse"
ACTORS = "/supervisor/actors"
SESSION = sections(2)["A first session"]
LESSONS = sections(3)
FRESH = 0.5  # s of simulation time: an arm that is as young has been reset a moment ago


class Student:
    """Pastes blocks into one connection, and looks at the arm over another."""

    def __init__(self, runtime: Runtime):
        self.runtime = runtime
        self.terminal = Client(runtime.port)
        self.eyes = Client(runtime.port)
        self.eyes.subscribe(STATES)
        self.eyes.subscribe("/ik_action/result")

    def close(self) -> None:
        self.terminal.close()
        self.eyes.close()

    def paste(self, block: list[str]) -> list[dict[str, Any]]:
        """Send all lines at once; the responses to its calls, in their order.

        What was published before these responses is forgotten.
        """
        self.terminal.send_raw("".join(line + "\n" for line in block).encode())
        calls = [operation for operation in map(json.loads, block) if "service" in operation]
        responses = [self._response(call["service"]) for call in calls]
        for operation in map(json.loads, block):
            if "topic" in operation:
                self.terminal.drain(operation["topic"])
        return responses

    def _response(self, service: str) -> dict[str, Any]:
        return self.terminal.next(
            lambda m: m["op"] == "service_response" and m["service"] == service
        )

    def reads(self, topic: str, seconds: float) -> dict[str, Any]:
        """The first message in the terminal from simulation time seconds on."""
        message = self.terminal.message(topic)
        while stamp(message) < seconds:
            message = self.terminal.message(topic)
        return message

    def sees(self, seconds: float) -> dict[str, Any]:
        """The state of the arm at simulation time seconds, or now if that has passed."""
        state = self.eyes.fresh(STATES)
        while stamp(state) < seconds:
            state = self.eyes.message(STATES)
        return state

    def settings(self) -> dict[str, Any]:
        return {service: self.eyes.call(service)["values"] for service in ARM_SETTINGS}


@pytest.fixture(scope="module")
def running() -> Iterator[Student]:
    with Runtime() as runtime:
        student = Student(runtime)
        yield student
        student.close()


@pytest.fixture
def student(running: Student) -> Iterator[Student]:
    """The same for all lessons; each has to leave the system as it found it."""
    before = running.settings()
    yield running
    assert running.settings() == before
    assert stamp(running.sees(0.0)) < FRESH


def pasted_into_nc(lesson: Lesson) -> list[list[str]]:
    """Its blocks of operations, without those of commands for a shell."""
    return [block for block in lesson.blocks if block[0].startswith("{")]


def mean_of(response: dict[str, Any]) -> float:
    """How far the pen was off on average in a rehearsal or a motion, in mm."""
    return response["figures"]["mean"] * 1e3


def offsets(state: dict[str, Any], setpoint: list[float]) -> list[float]:
    return [abs(q - target) for q, target in zip(state["position"], setpoint, strict=True)]


# -- the first session ---------------------------------------------------------------------------
def test_the_first_session_shows_the_parameters_and_brings_the_arm_to_its_setpoint(student):
    ask, hold, back = pasted_into_nc(SESSION)
    params = student.paste(ask)[0]["values"]
    assert params["gravity"] == SESSION.number(r"Gravity is (\d) m/s")
    assert params["masses"] == params["lengths"] == [SESSION.number(r"lengths are (\d)\.")] * 2
    student.paste(hold)
    state = student.sees(SESSION.number(r"After (\d) seconds `position`"))
    assert max(offsets(state, [0.5, -0.5])) < SESSION.number(r"is within (\d) rad")
    student.paste(back)


def test_the_python_of_the_first_session_pasted_into_the_interpreter_reaches_its_goal(student):
    lines = SESSION.snippet.replace("9095", str(student.runtime.port))
    pasted = subprocess.run(
        [sys.executable, "-i"], input=lines, capture_output=True, text=True, timeout=20
    )
    assert "Error" not in pasted.stderr, pasted.stderr
    assert '"outcome":"reached"' in pasted.stdout.splitlines()[-1]
    student.eyes.message("/ik_action/result")
    reached = stamp(student.eyes.drain(STATES)[-1])
    assert reached == pytest.approx(SESSION.number(r"After about (\d) second"), abs=0.5)
    student.eyes.call("/arm_sim/reset")  # the snippet leaves PID off, and the arm where it is


# -- the lessons ---------------------------------------------------------------------------------
def test_what_is_rehearsed_is_drawn(student):
    lesson = LESSONS["Draw"]
    draw, without = lesson.blocks
    rehearsed = student.paste(draw)[2]["values"]
    result = student.terminal.message("/motion/result")
    most = lesson.number(r"off by less than (\d) mm")
    assert mean_of(rehearsed) < most and mean_of(result) < most
    took = result["duration"] + result["figures"]["settle_time"]
    assert took == pytest.approx(lesson.number(r"takes (\d) seconds"), rel=0.1)
    velocities, nothing = (each["values"] for each in student.paste(without)[:2])
    assert mean_of(velocities) == pytest.approx(lesson.number(r"it is (\d) mm, and"), rel=0.05)
    assert mean_of(nothing) == pytest.approx(lesson.number(r"without them (\d) mm"), rel=0.05)


def test_too_large_a_timestep_makes_the_arm_diverge_until_it_is_reset(student):
    lesson = LESSONS["Timestep"]
    diverge, back = lesson.blocks
    warned = student.paste(diverge)[2]["status"]
    limit = lesson.number(r"above about (\d) s")
    assert f"above about {limit:g} s" in warned
    while "diverged" not in student.eyes.call(INTEGRATOR)["status"]:
        assert student.runtime.main.poll() is None
    assert stamp(student.sees(0.0)) < lesson.number(r"Within (\d) seconds")
    statuses = [response["status"] for response in student.paste(back)]
    assert "diverged" in statuses[0] and "diverged" in statuses[1] and statuses[2] == ""


def test_euler_adds_energy_and_rk4_keeps_it(student):
    lesson = LESSONS["Integrator"]
    euler, rk4, back = lesson.blocks
    seconds = lesson.number(r"After (\d) s of simulation")
    student.paste(euler)
    added = student.reads(ENERGY, seconds)["drift"]
    assert added == pytest.approx(lesson.number(r"Euler has added (\d) J"), rel=0.1)
    student.paste(rk4)
    lost = -1e3 * student.reads(ENERGY, seconds)["drift"]
    assert lost == pytest.approx(lesson.number(r"rk4 has lost (\d) mJ"), rel=0.2)
    student.paste(back)


def test_without_the_integral_term_the_arm_hangs_by_its_load_divided_by_kp(student):
    lesson = LESSONS["Gains"]
    hang, look, back = lesson.blocks
    student.paste(hang)
    student.sees(lesson.number(r"After (\d) second, ask"))
    loads = student.paste(look)[0]["values"]["gravity_load"]
    below = offsets(student.reads(STATES, 0.0), [0.0, 0.0])
    kp = [lesson.number(r"divided by kp, (\d)"), lesson.number(r"divided by kp, \d+ and (\d)\.")]
    assert below == pytest.approx(
        [lesson.number(r"are (\d) and"), lesson.number(r"and (\d) rad below")], rel=0.02
    )
    assert loads == pytest.approx(
        [lesson.number(r"load`, (\d) and"), lesson.number(r"and (\d) N m")], rel=0.01
    )
    assert below == pytest.approx([load / gain for load, gain in zip(loads, kp)], rel=0.02)
    student.paste(back)


def test_commanding_ahead_takes_the_lag_away_where_no_integral_term_does(student):
    lesson = LESSONS["Lag"]
    proportional, integral = lesson.blocks
    trailing, ahead = (each["values"] for each in student.paste(proportional)[4:])
    lag = lesson.number(r"here (\d) s, at any speed")
    named = lesson.number(r"The first `mean` is (\d) mm")
    assert named == pytest.approx(lesson.number(r"which is (\d) m/s") * lag * 1e3)
    assert mean_of(trailing) == pytest.approx(named, rel=0.05)
    assert mean_of(ahead) == pytest.approx(lesson.number(r"second is (\d) mm"), rel=0.05)
    harmed = student.paste(integral)[1]["values"]
    assert mean_of(harmed) == pytest.approx(lesson.number(r"`mean` is (\d) mm:"), rel=0.05)


def test_the_example_offline_prints_the_lag_that_the_lesson_names():
    lesson = LESSONS["Lag"]
    module = re.search(r"`python3 -m (\S+)`", lesson.text)
    assert module
    command = [sys.executable, "-u", "-m", module[1]]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as example:
        assert example.stdout
        delay = next(line for line in example.stdout if line.startswith("a delay of"))
        example.kill()  # the rest only repeats it at other speeds
    assert float(delay.split()[3]) == lesson.number(r"with a lag of (\d) ms")


@pytest.mark.skipif(shutil.which("pkill") is None, reason="pkill is not installed")
def test_a_killed_arm_goes_on_holding_its_setpoint(student):
    lesson = LESSONS["Kill it"]
    hold, look, back = pasted_into_nc(lesson)
    (kill,) = (block[0] for block in lesson.blocks if not block[0].startswith("{"))
    restarts = restarts_of_the_arm(student.eyes.call(ACTORS))
    student.paste(hold)
    student.sees(lesson.number(r"After (\d) seconds kill"))
    pid = student.runtime.pid_of("arm_sim")
    ours = ["--parent", str(student.runtime.pid)]  # not those of other runtimes on this machine
    subprocess.run([*kill.split(), *ours], check=True)
    student.runtime.successor_of("arm_sim", pid)
    states = student.eyes.course(STATES, 0.3)
    farthest = max(max(offsets(state, [0.5, -0.5])) for state in states)
    assert farthest < lesson.number(r"within (\d) rad")
    grown = restarts_of_the_arm(student.paste(look)[0]) - restarts
    assert grown == lesson.number(r"grown by (\d)\.")
    student.paste(back)


def restarts_of_the_arm(response: dict[str, Any]) -> int:
    arm = next(each for each in response["values"]["status"] if each["name"] == "arm_sim")
    return int(next(each["value"] for each in arm["values"] if each["key"] == "restarts"))


# -- the README itself ---------------------------------------------------------------------------
def test_every_lesson_is_played_here():
    played = {"Draw", "Timestep", "Integrator", "Gains", "Lag", "Kill it"}
    assert set(LESSONS) == played


@pytest.mark.parametrize("lesson", [SESSION, *LESSONS.values()], ids=["session", *LESSONS])
def test_a_lesson_ends_every_subscription_that_it_begins(lesson: Lesson):
    operations = [json.loads(line) for block in pasted_into_nc(lesson) for line in block]
    begun = [each["topic"] for each in operations if each["op"] == "subscribe"]
    ended = [each["topic"] for each in operations if each["op"] == "unsubscribe"]
    assert begun == ended
