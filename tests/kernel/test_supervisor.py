"""The supervisor, over small actors that misbehave in one way each."""

import os
import re
import signal
import subprocess
import sys
import time
from datetime import datetime
from itertools import pairwise
from pathlib import Path

import pytest
from processes import PATIENCE, alive, at_rest, children, descriptors, wait_until

PROGRAM = Path(__file__).with_name("small_system.py")
ROOT = PROGRAM.parents[2]

SLOW_MACHINE = "YOUNG=60"  # s; even there an actor that crashes at its start has died young


class System:
    """A running supervisor."""

    def __init__(self, *arguments, folder):
        self.log_file = folder / "log"
        with open(self.log_file, "w") as log:
            self.process = subprocess.Popen(
                [sys.executable, PROGRAM, *arguments],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                start_new_session=True,
                env={**os.environ, "PYTHONPATH": str(ROOT)},
            )
        self.pid = self.process.pid
        self.seen = {self.pid}

    def actors(self):
        found = children(self.pid)
        self.seen |= set(found.values())
        return found

    def wait_for(self, *names):
        """Wait until these actors have begun and wait for letters; their pids."""
        return wait_until(
            lambda: (
                set(names) <= set(found := self.actors())
                and all(map(at_rest, found.values()))
                and [found[name] for name in names]
            )
        )

    def successor(self, name, pid, within=PATIENCE):
        return wait_until(
            lambda: (now := self.actors().get(name)) not in (None, pid) and now, within
        )

    def log(self):
        return self.log_file.read_text()

    def starts(self, name):
        """The times at which it was started, in s."""
        return [
            datetime.fromisoformat(stamp).timestamp()
            for stamp in re.findall(rf"(\S+)Z INFO supervisor: {name} started", self.log())
        ]

    def gone(self):
        return not any(map(alive, self.seen))

    def stop(self, number=signal.SIGTERM):
        """Send a signal; the exit code, how long it took, and what the actors printed."""
        self.actors()
        begun = time.monotonic()
        os.kill(self.pid, number)
        code = self.process.wait(PATIENCE)
        return code, time.monotonic() - begun, self.process.stdout.read().split()


@pytest.fixture
def run(tmp_path):
    systems = []

    def run(*arguments):
        systems.append(System(*arguments, folder=tmp_path))
        return systems[-1]

    yield run
    for system in systems:
        system.actors()
        for pid in filter(alive, system.seen):
            os.kill(pid, signal.SIGKILL)
        system.process.wait()
        system.process.stdout.close()


# -- restarts ------------------------------------------------------------------------------------
def test_a_killed_actor_is_replaced_at_once_every_time_and_the_others_live_on(run):
    system = run("quiet", "second")
    pid, other = system.wait_for("quiet", "second")
    before = descriptors(system.pid)
    waits = []
    for _ in range(40):
        begun = time.monotonic()
        os.kill(pid, signal.SIGKILL)
        pid = system.successor("quiet", pid)
        waits.append(time.monotonic() - begun)
    # At once, not at the next check or after the delay of a crash. It usually takes 5 ms.
    assert sorted(waits)[20] < 0.1
    assert system.actors()["second"] == other
    # The successor runs before the supervisor has released everything of its predecessor.
    wait_until(lambda: descriptors(system.pid) == before)
    assert "forgotten" not in system.log()


def test_an_actor_that_crashes_at_its_start_is_tried_again_after_growing_delays(run):
    system = run(SLOW_MACHINE, "quiet", "crashing")
    (quiet,) = system.wait_for("quiet")
    wait_until(lambda: len(system.starts("crashing")) >= 6, within=3 * PATIENCE)
    starts = system.starts("crashing")
    delays = [b - a for a, b in pairwise(starts)]
    for delay, expected in zip(delays, (0.0, 0.1, 0.2, 0.4, 0.8)):
        assert expected - 0.02 < delay < expected + 1.5  # s; to start and to crash takes time too
    assert system.actors()["quiet"] == quiet
    assert "crashed: ValueError: made to fail (small_system.py:" in system.log()
    assert "Traceback" not in system.log()


def test_a_state_that_kills_its_actor_is_forgotten_after_three_young_deaths(run):
    system = run(SLOW_MACHINE, "poisoned")
    (pid,) = system.wait_for("poisoned")
    os.kill(pid, signal.SIGKILL)
    wait_until(lambda: "its saved state is forgotten" in system.log())
    healthy = wait_until(
        lambda: len(system.starts("poisoned")) == 5 and system.actors().get("poisoned")
    )
    time.sleep(0.3)
    assert system.actors()["poisoned"] == healthy
    assert system.log().count("crashed") == 3


@pytest.mark.parametrize("name, code", [("crashing!", 70), ("faulting!", 70), ("crashing", None)])
def test_only_an_essential_actor_that_cannot_be_started_ends_the_system(run, name, code):
    system = run(SLOW_MACHINE, "LONGEST_DELAY=0.02", "GIVE_UP_AFTER=6", "quiet", name)
    wait_until(lambda: len(system.starts(name.rstrip("!"))) >= 6)
    if code is None:
        wait_until(lambda: len(system.starts("crashing")) >= 10)
        assert system.process.poll() is None
    else:
        assert system.process.wait(PATIENCE) == code
        assert system.log().count(f"{name[:-1]} cannot be started, giving up") == 1
        assert wait_until(system.gone)


def test_an_actor_that_shows_no_life_is_replaced(run):
    system = run("hanging", "quiet")
    pid, quiet = system.wait_for("hanging", "quiet")
    system.successor("hanging", pid)
    first, second = wait_until(
        lambda: system.starts("hanging")[1:] and system.starts("hanging")[:2]
    )
    assert 1.3 < second - first < 6.0  # s; it usually takes 1.6
    assert "hanging (pid" in system.log() and "was silent" in system.log()
    assert system.actors()["quiet"] == quiet


def test_a_stopped_actor_is_replaced(run):
    system = run("quiet")
    (pid,) = system.wait_for("quiet")
    os.kill(pid, signal.SIGSTOP)
    system.successor("quiet", pid, within=6.0)  # s; it usually takes 1.2


def test_a_whole_group_that_was_stopped_goes_on_with_the_actors_it_had(run):
    """Ctrl-Z, and fg after a time longer than an actor may be silent."""
    system = run("quiet", "second")
    before = system.wait_for("quiet", "second")
    os.killpg(system.pid, signal.SIGSTOP)
    time.sleep(1.6)
    os.killpg(system.pid, signal.SIGCONT)
    time.sleep(0.6)  # the supervisor checks them twice in this time
    assert list(system.actors().values()) == before and "silent" not in system.log()


def test_a_process_that_cannot_be_forked_is_tried_again(run):
    """The limit of processes is reached at first, and then raised."""
    system = run("refused_forks=2", "quiet", "second")
    system.wait_for("quiet", "second")
    assert system.log().count("cannot be started for now") == 1  # the second is counted
    assert system.stop()[0] == 0 and "Traceback" not in system.log()


@pytest.mark.parametrize("ignored", [True, False], ids=["under nohup", ""])
def test_a_hangup_is_ignored_where_it_was(tmp_path, ignored):
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN if ignored else signal.SIG_DFL)
    try:
        system = System("quiet", folder=tmp_path)
    finally:
        signal.signal(signal.SIGHUP, before)
    (pid,) = system.wait_for("quiet")
    os.kill(system.pid, signal.SIGHUP)
    if ignored:
        os.kill(pid, signal.SIGKILL)
        system.successor("quiet", pid)  # the supervisor lives on
        system.stop()
    assert system.process.wait(PATIENCE) == 0
    system.process.stdout.close()


# -- the end -------------------------------------------------------------------------------------
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_stops_all_at_once_in_reverse_order(run, number):
    system = run("quiet", "second", "third")
    system.wait_for("quiet", "second", "third")
    code, took, printed = system.stop(number)
    assert code == 0 and printed == ["third", "second", "quiet"]
    assert took < 4.0  # s; it usually takes 0.02
    assert system.gone() and "Traceback" not in system.log()


def test_ctrl_c_to_the_whole_group_is_the_same(run):
    system = run("quiet", "second")
    system.wait_for("quiet", "second")
    os.killpg(system.pid, signal.SIGINT)
    assert system.process.wait(PATIENCE) == 0
    assert system.process.stdout.read().split() == ["second", "quiet"]


def test_one_that_does_not_stop_when_told_is_killed(run):
    system = run("shutdown=0.5", "second", "stubborn", "quiet")
    system.wait_for("second", "stubborn", "quiet")
    code, took, printed = system.stop()
    assert code == 0 and 0.45 < took < 5.0 and system.gone()
    assert printed[:1] == ["quiet"]  # the one that stops last has little time left to print


def test_a_second_signal_does_not_wait(run):
    system = run("shutdown=60", "second", "stubborn", "quiet")
    system.wait_for("second", "stubborn", "quiet")
    os.kill(system.pid, signal.SIGINT)
    assert system.process.stdout.readline() == "quiet\n"
    wait_until(lambda: at_rest(system.pid))  # it waits for the stubborn one
    os.kill(system.pid, signal.SIGINT)
    assert system.process.wait(PATIENCE) == 0 and system.gone()


@pytest.mark.parametrize("stopped", [False, True], ids=["", "with a stopped actor"])
def test_a_killed_supervisor_leaves_nothing_behind(run, stopped):
    for _ in range(3):
        system = run("quiet", "second", "stubborn")
        pid, *_ = system.wait_for("quiet", "second", "stubborn")
        if stopped:
            os.kill(pid, signal.SIGSTOP)
        system.process.kill()
        system.process.wait()
        wait_until(system.gone)


def test_the_death_of_an_actor_during_the_end_starts_no_successor(run):
    system = run("shutdown=0.5", "stubborn", "quiet", "second")
    pid, *_ = system.wait_for("stubborn", "quiet", "second")
    os.kill(pid, signal.SIGKILL)
    code, _, _ = system.stop()
    assert code == 0 and system.gone()
