"""Decorators with which a node declares the services and topics that its handlers handle.

    class Ik(Actor):
        @serves(names.IK_SOLVE, repeatable=always)
        def solve(self, args): ...

        @subscribes(names.JOINT_STATES)
        def observe(self, message): ...

Python calls Actor.__init_subclass__ when it has made the class; that collects the declarations.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias, TypeVar

from protocol import limits

Args: TypeAlias = Mapping[str, Any]
Handler = TypeVar("Handler", bound=Callable[..., Any])

MARK = "_declaration"  # the attribute of a decorated handler


def never(args: Args) -> bool:
    """Not repeatable: a second call would have an effect of its own."""
    return False


def always(args: Args) -> bool:
    """Repeatable: a second call changes nothing more."""
    return True


def if_query(args: Args) -> bool:
    """Repeatable if empty: an empty request only asks for the present values."""
    return not args


class Service(NamedTuple):
    """One service of an actor."""

    method: str
    repeatable: Callable[[Args], bool]  # whether a call may be repeated after a death
    size: int  # bytes of the longest call of a client


class Subscription(NamedTuple):
    """One topic that an actor subscribes to."""

    method: str


def serves(
    service: str,
    repeatable: Callable[[Args], bool] = never,
    size: int = limits.REQUEST_BYTES,
) -> Callable[[Handler], Handler]:
    """Declare that a method handles the calls of a service.

    A call of a client with more bytes than `size` is refused by the gateway.
    """

    def mark(handler: Handler) -> Handler:
        setattr(handler, MARK, (service, Service(handler.__name__, repeatable, size)))
        return handler

    return mark


def subscribes(topic: str) -> Callable[[Handler], Handler]:
    """Declare that a method handles the messages on a topic."""

    def mark(handler: Handler) -> Handler:
        setattr(handler, MARK, (topic, Subscription(handler.__name__)))
        return handler

    return mark


def declared(cls: type, kind: type) -> dict[str, Any]:
    """Return the declarations of one kind in a class, by name of the service or topic.

    Raises TypeError if two handlers declare the same name.
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
