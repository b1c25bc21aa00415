"""Which operations of a client wait for its earlier calls.

Calls run at the same time, and may be answered in any order. But a client may count on what it has
set before: a call to one actor of the robot waits until the client's earlier calls to the other
actors of the robot are answered, and a subscription to states of the arm waits for its earlier
calls to the arm.
"""

from collections.abc import Collection, Iterable, Mapping
from enum import Enum

from protocol import names


class Order(Enum):
    """Which earlier calls of the same client a call to an actor waits for."""

    NONE = 0  # none
    AMONG_ACTORS = 1  # those to other actors that keep an order
    ONE_BY_ONE = 2  # those to the same actor too: it serves others in the middle of a call


class Ordering:
    """For every service of ours, the actors whose calls in flight a call of it waits for.

    owner names the actor that serves a service, and order tells how an actor orders its calls. The
    calls in flight of a client are given as the actors that serve them.
    """

    def __init__(self, owner: Mapping[str, str], order: Mapping[str, Order]):
        self._before_call = {
            service: _predecessors(owner[service], order)
            for service in owner
            if service not in names.URGENT
        }
        self._arm = owner.get(names.RESET)

    def call_waits(self, service: str, in_flight: Iterable[str]) -> bool:
        """Whether a call of one of our own services waits for those in flight."""
        before = self._before_call.get(service)
        return before is not None and not before.isdisjoint(in_flight)

    def subscription_waits(self, topic: str, in_flight: Collection[str]) -> bool:
        """Whether a subscription waits: its first state shows what earlier calls have changed."""
        return topic in names.OF_THE_ARM and self._arm in in_flight


def _predecessors(actor: str, order: Mapping[str, Order]) -> frozenset[str]:
    """The actors whose calls in flight a call to that actor waits for."""
    if order[actor] is Order.NONE:
        return frozenset()
    ordered = {other for other in order if order[other] is not Order.NONE}
    return frozenset(ordered if order[actor] is Order.ONE_BY_ONE else ordered - {actor})
