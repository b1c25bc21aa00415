"""Places: how many handlers are at work at a time, for each client and in all."""

import pytest

from actors.kernel.handlers import SLICE, Ask, Handlers
from actors.kernel.places import Places


class Bench:
    """Handlers that enter places, and compute one slice there."""

    def __init__(self, places):
        self.places = places
        self.now = 0.0
        self.inside = []
        self.most = 0
        self.ended = []
        self.handlers = Handlers(
            lambda ask, then, running: None, lambda running: None, lambda: self.now
        )

    def run(self, name, client=None):
        self.handlers.run(self.handler, name, self.ended.append, client, key=name)

    def handler(self, name):
        yield self.places
        self.inside.append(name)
        self.most = max(self.most, len(self.inside))
        try:
            self.now += SLICE
            yield
            if name.startswith("asks"):
                yield Ask("/double", {})
        finally:
            self.inside.remove(name)
        return {"name": name}

    def finish(self):
        while self.handlers.any_yielded:
            self.handlers.go_on()
        return [outcome.values["name"] for outcome in self.ended]


def test_handlers_get_places_in_turn_by_client():
    bench = Bench(Places(in_all=1))
    for name in ("a1", "a2", "a3", "b1"):
        bench.run(name, client=name[0])
    assert bench.finish() == ["a1", "a2", "b1", "a3"] and bench.most == 1


@pytest.mark.parametrize("in_all, most", [(None, 4), (3, 3), (1, 1)])
def test_no_more_are_at_work_than_there_are_places_and_clients(in_all, most):
    bench = Bench(Places(in_all))
    for k in range(5):
        for client in range(4):
            bench.run(f"{client}.{k}", client)
    assert len(bench.finish()) == 20 and bench.most == most


@pytest.mark.parametrize("name", ["asks", "waits", "paused"])
def test_a_cancelled_handler_leaves_its_place_to_the_next(name):
    """Whether it waits for an answer, waits for the place, or has a place and is paused."""
    bench = Bench(Places(in_all=1))
    if name == "waits":
        bench.run("first")
    bench.run(name)
    if name != "waits":
        bench.handlers.go_on()
    bench.run("last", client=2)
    bench.handlers.cancel(name)
    assert bench.finish()[-1] == "last" and bench.inside == []
    bench.run("again", client=3)
    assert bench.finish()[-1] == "again"


def test_a_place_that_was_given_to_a_handler_before_it_was_cancelled_is_free_again():
    bench = Bench(Places(in_all=1))
    bench.run("first")
    bench.handlers.cancel("first")  # it has not yet resumed
    bench.run("second")
    assert bench.finish() == ["second"]
