"""How an actor serves: which method answers, and whether a successor may be asked again."""

from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any, NamedTuple


def never(args: Mapping[str, Any]) -> bool:
    """Asking twice would do something twice."""
    return False


def always(args: Mapping[str, Any]) -> bool:
    """Asking twice does no harm: the service computes, and changes nothing."""
    return True


def if_query(args: Mapping[str, Any]) -> bool:
    """An empty request asks for current values and changes nothing."""
    return not args


class Service(NamedTuple):
    """One service of an actor."""

    method: str
    repeatable: Callable[[Mapping[str, Any]], bool] = never


class Order(Enum):
    """Which earlier calls of the same client a call waits for."""

    NONE = 0
    AMONG_ACTORS = 1  # those to other actors that keep an order: what was set first is read first
    ONE_BY_ONE = 2  # those to the same actor too: it deals with others' calls in the middle of one
