"""What a node serves and subscribes to is declared at its handlers, and gathered from there."""

import pytest

from actors.kernel.actor import Actor
from actors.kernel.service import Service, Subscription, always, if_query, never, serves, subscribes
from protocol import limits


class Shop(Actor):
    """Sells and hears about prices."""

    name = "shop"

    @serves("/sell", size=100)
    def sell(self, args):
        return {}

    @serves("/look", repeatable=always)
    def look(self, args):
        return {}

    @subscribes("/prices")
    def note(self, message):
        pass

    def helper(self):
        pass


class Branch(Shop):
    """Serves what a shop serves, and one thing more."""

    name = "branch"

    @serves("/deliver")
    def deliver(self, args):
        return {}


def test_the_tables_are_gathered_from_the_handlers():
    assert Shop.services == {
        "/sell": Service("sell", never, 100),
        "/look": Service("look", always, limits.REQUEST_BYTES),
    }
    assert Shop.subscriptions == {"/prices": Subscription("note")}


def test_a_subclass_inherits_the_tables_and_adds_to_them():
    assert set(Branch.services) == {"/sell", "/look", "/deliver"}
    assert Branch.subscriptions == Shop.subscriptions
    assert "/deliver" not in Shop.services


def test_a_class_with_two_handlers_of_one_service_is_not_made():
    with pytest.raises(TypeError, match="Confused declares /sell at two handlers"):

        class Confused(Actor):
            name = "confused"

            @serves("/sell", size=100)
            def one(self, args):
                return {}

            @serves("/sell", size=100)
            def other(self, args):
                return {}


@pytest.mark.parametrize(
    "rule, query, request_",
    [(never, False, False), (always, True, True), (if_query, True, False)],
    ids=["never", "always", "if it is a query"],
)
def test_a_rule_says_which_calls_may_be_repeated(rule, query, request_):
    assert rule({}) is query and rule({"x": 1}) is request_
