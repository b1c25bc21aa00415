"""How an actor serves: which method answers, and whether a successor may be asked again."""

from collections.abc import Callable, Mapping
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
