"""The rounds of an actor: when it ticks, shows life, reports its health, and how long it waits."""

import pytest
from crew import Clerk, call, letters

from actors.kernel.handlers import SLICE
from actors.kernel.letters import packed
from actors.kernel.loop import Loop


class Ticking(Clerk):
    """Counts its ticks."""

    period = 0.25

    def begin(self, saved):
        super().begin(saved)
        self.ticks = 0

    def tick(self):
        self.ticks += 1


class Bench:
    """An actor on a clock of its own, which takes no time to wait."""

    def __init__(self, system, actor=Ticking):
        self.now = 100.0
        self.actor = actor(system, clock=lambda: self.now)
        self.loop = Loop(self.actor)
        self.waits = []
        take = self.actor.take
        self.actor.take = lambda timeout: (self.waits.append(timeout), take(0))

    def turn(self, passed):
        self.now += passed
        self.loop.turn()


@pytest.fixture
def bench(system):
    return Bench(system)


def test_it_ticks_at_its_start_and_then_once_a_period(bench):
    for _ in range(9):
        bench.turn(0.125)
    assert bench.actor.ticks == 1 + 4


def test_a_late_actor_makes_up_for_two_ticks_at_most(bench):
    bench.turn(10.0)
    for _ in range(9):
        bench.turn(0.0)
    assert bench.actor.ticks == 1 + 2


def test_it_shows_life_in_every_round(bench):
    bench.turn(0.5)
    assert bench.actor.entry.silence(bench.now) == 0.0


def test_it_waits_until_the_next_tick(bench):
    bench.turn(0.125)
    bench.turn(0.0)
    assert bench.waits[-1] == 0.125


def test_an_actor_without_a_period_still_wakes_up_to_show_life(system):
    bench = Bench(system, Clerk)
    bench.turn(0.0)
    assert bench.waits == [Loop.WAKE]


def test_it_tries_soon_again_when_a_mailbox_was_full(system, bench):
    bench.turn(0.0)
    bench.actor.outbox.flush = lambda: None
    bench.actor.outbox.add("gateway", call("/double"), keep=True)
    bench.turn(0.0)
    assert bench.waits[-1] == Loop.RETRY


def test_it_does_not_wait_while_a_handler_has_yielded(bench):
    def handler(_):
        yield
        bench.now += SLICE
        yield

    bench.actor.handlers.run(handler, None, lambda outcome: None)
    bench.turn(0.0)
    bench.turn(0.0)
    bench.turn(0.0)
    assert bench.waits[:2] == [0.0, 0.0] and bench.waits[2] > 0


def test_letters_of_one_packet_are_answered_in_one_packet(system, bench):
    system["clerk"].mailbox.put(packed([call("/double", {"x": k}, token=k) for k in range(5)]))
    bench.turn(0.0)
    bench.turn(0.0)
    packet = system["gateway"].mailbox.get(0)
    while len(packet) == 1:  # the report of health
        packet = system["gateway"].mailbox.get(0)
    assert len(packet) == 5 and letters(system, "gateway") == []
