"""Decides which operations of a client must wait for its earlier calls.

Calls to several actors run at the same time, and may be answered in any order. But a call must see
the effects of earlier calls of the same client. So a call to an actor with an order waits until the
client's earlier calls to the other actors with an order are answered. A subscription to states of
the arm waits for the client's earlier calls to the arm.
"""

from collections.abc import Collection, Iterable, Mapping
from enum import Enum

from protocol import names


class Order(Enum):
    """The earlier calls of the same client for which a call to an actor waits."""

    NONE = 0  # none
    AMONG_ACTORS = 1  # those to other actors that have an order
    ONE_BY_ONE = 2  # those to the same actor too, since its handlers may run at the same time


class Ordering:
    """Knows, for each of our own services, the actors whose unanswered calls delay a call.

    owner maps each service to the actor that serves it, and order maps each actor to its order. The
    methods get the unanswered calls of a client as the names of the actors that serve them.
    """

    def __init__(self, owner: Mapping[str, str], order: Mapping[str, Order]):
        self._before_call = {
            service: _predecessors(owner[service], order)
            for service in owner
            if service not in names.URGENT
        }
        self._arm = owner.get(names.RESET)

    def call_waits(self, service: str, in_flight: Iterable[str]) -> bool:
        """Whether a call of one of our own services must wait for the calls in flight."""
        before = self._before_call.get(service)
        return before is not None and not before.isdisjoint(in_flight)

    def subscription_waits(self, topic: str, in_flight: Collection[str]) -> bool:
        """Whether a subscription must wait, so that its first state shows the effects of calls."""
        return topic in names.OF_THE_ARM and self._arm in in_flight


def _predecessors(actor: str, order: Mapping[str, Order]) -> frozenset[str]:
    """Return the actors whose unanswered calls delay a call to an actor."""
    if order[actor] is Order.NONE:
        return frozenset()
    ordered = {other for other in order if order[other] is not Order.NONE}
    return frozenset(ordered if order[actor] is Order.ONE_BY_ONE else ordered - {actor})
