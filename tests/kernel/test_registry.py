"""The registry: who serves and subscribes to what, and how each actor is doing."""

import multiprocessing
import time
from queue import Full

import pytest
from crew import Clerk, letters

from actors.kernel.actor import Actor
from actors.kernel.letters import Down, Notice, packed
from actors.kernel.registry import Registry
from actors.kernel.service import serves

# pytest-timeout has a thread, and forking beside a thread is warned of.
pytestmark = pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")


class Impostor(Actor):
    """Serves what the clerk serves."""

    name = "impostor"

    @serves("/double")
    def double(self, args):
        return {}


# -- who serves, who subscribes ------------------------------------------------------------------
@pytest.mark.parametrize(
    "service, owner, args, repeatable",
    [
        ("/double", "clerk", {"x": 1}, True),
        ("/quadruple", "boss", {"x": 1}, True),
        ("/set", "clerk", {}, True),
        ("/set", "clerk", {"kept": 1}, False),
        ("/fail", "clerk", {}, False),
    ],
)
def test_a_service_has_one_owner_and_says_which_calls_may_be_repeated(
    system, service, owner, args, repeatable
):
    route = system.routes[service]
    assert route.owner == owner and route.repeatable(args) is repeatable


def test_two_actors_cannot_serve_the_same(system):
    with pytest.raises(TypeError, match="/double is served by clerk and by impostor"):
        Registry([Clerk, Impostor])


@pytest.mark.parametrize(
    "topic, subscribers",
    [("/number", ["clerk", "gateway"]), ("/other", ["gateway"]), ("between actors only", [])],
)
def test_a_publication_goes_to_its_subscribers_and_to_the_gateway(system, topic, subscribers):
    assert system.subscribers(topic) == subscribers


def test_an_actor_that_does_not_listen_is_sent_no_publication_until_it_does(system):
    system["clerk"].listen(False)
    assert system.subscribers("/number") == ["gateway"]
    system["clerk"].listen(True)
    assert "clerk" in system.subscribers("/number")


def test_a_topic_on_demand_is_wanted_when_the_gateway_says_so(system):
    assert system.on_demand == ("/rare",) and not system.is_wanted("/rare")
    system.demand("/rare", True)
    assert system.is_wanted("/rare") and system.is_wanted("/any other")


def test_a_demand_keeps_its_number_and_every_new_one_has_another(system):
    numbers = []
    for wanted in (False, True, True, False, True):
        system.demand("/rare", wanted)
        numbers.append(system.demand_number("/rare"))
    assert numbers == [0, 1, 1, 0, 2]


# -- deaths --------------------------------------------------------------------------------------
def test_a_death_is_counted_and_everyone_is_told(system):
    system.record_death("clerk", -9)
    assert system.incarnations() == {"clerk": 1, "boss": 0, "gateway": 0} and system.deaths() == 1
    assert all(letters(system, name) == [Down("clerk", 1)] for name in system.entries)


def test_the_supervisor_does_not_wait_for_a_full_mailbox(system):
    with pytest.raises(Full):
        while True:
            system["boss"].mailbox.put(b"x" * 1000)
    system.record_death("clerk", -9)
    assert system.deaths() == 1 and letters(system, "gateway") == [Down("clerk", 1)]


# -- how they are doing --------------------------------------------------------------------------
def test_silence_is_counted_from_the_last_sign_of_life(system):
    clerk = system["clerk"]
    clerk.beat(100.0)
    assert clerk.silence(101.5) == 1.5
    clerk.beat(100.0, ahead=50.0)
    assert clerk.silence(101.5) == -48.5


@pytest.mark.parametrize("cause, words", [(-9, "signal 9"), (1, "code 1"), (-1000, "silent")])
def test_vitals_tell_of_the_present_process_and_the_last_death(system, cause, words):
    clerk = system["clerk"]
    vitals = clerk.vitals(time.monotonic())
    assert vitals.last_cause == "" and vitals.restarts == 0
    system.record_death("clerk", cause)
    system.record_start("clerk", 1234)
    clerk.mailbox.put("unread")
    vitals = clerk.vitals(time.monotonic())
    assert vitals.pid == 1234 and vitals.restarts == 1 and words in vitals.last_cause
    assert 0 <= vitals.uptime < 5 and vitals.mailbox_bytes > 0


def test_another_process_sees_deaths_beats_and_letters(system):
    notice = Notice(1, "/number", "no", True)

    def elsewhere():
        system.record_death("clerk", -9)
        system["boss"].beat(0.0, ahead=100.0)
        system["gateway"].mailbox.put(packed([notice]))
        system["boss"].checkpoint.save("kept")

    process = multiprocessing.get_context("fork").Process(target=elsewhere)
    process.start()
    process.join()
    assert system["clerk"].incarnation == 1 and system["boss"].silence(10.0) == -90.0
    assert letters(system, "gateway") == [Down("clerk", 1), notice]
    assert system["boss"].checkpoint.load() == "kept"
