"""How a node says what it serves and subscribes to: by a decorator at each handler.

    class Ik(Actor):
        @serves(names.IK_SOLVE, repeatable=always)
        def solve(self, args): ...

        @subscribes(names.JOINT_STATES)
        def observe(self, message): ...

The tables are gathered, and checked, when the class is made.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias, TypeVar

from protocol.ordering import Order as Order

Args: TypeAlias = Mapping[str, Any]
Handler = TypeVar("Handler", bound=Callable[..., Any])

MARK = "_answers_to"  # the attribute of a decorated handler


def never(args: Args) -> bool:
    """A second call would do something a second time."""
    return False


def always(args: Args) -> bool:
    """A second call does no harm: the service computes, and changes nothing."""
    return True


def if_query(args: Args) -> bool:
    """An empty request asks for the values in force, and changes nothing."""
    return not args


class Service(NamedTuple):
    """One service of an actor."""

    method: str
    repeatable: Callable[[Args], bool]  # whether a successor may be asked the same again


class Subscription(NamedTuple):
    """One topic that an actor subscribes to."""

    method: str


def serves(
    service: str, repeatable: Callable[[Args], bool] = never
) -> Callable[[Handler], Handler]:
    """Declare a handler of a service."""

    def mark(handler: Handler) -> Handler:
        setattr(handler, MARK, (service, Service(handler.__name__, repeatable)))
        return handler

    return mark


def subscribes(topic: str) -> Callable[[Handler], Handler]:
    """Declare a handler of the messages of a topic."""

    def mark(handler: Handler) -> Handler:
        setattr(handler, MARK, (topic, Subscription(handler.__name__)))
        return handler

    return mark


def declared(cls: type, kind: type) -> dict[str, Any]:
    """What the handlers of a class declare, of one kind, by name of the service or topic.

    Raises TypeError where two handlers declare the same name.
    """
    table: dict[str, Any] = {}
    for attribute in dir(cls):
        name, entry = getattr(getattr(cls, attribute), MARK, ("", None))
        if not isinstance(entry, kind):
            continue
        if name in table:
            raise TypeError(f"{cls.__name__} declares {name} at two handlers")
        table[name] = entry
    return table
