"""The list of broken arms, and the tools with which their faults are made.

A fault is made in the process of the supervisor before it forks the actors, so all of them have it.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Any


@dataclass(frozen=True)
class Broken:
    """One fault.

    must   ids of checks that must be lost
    may    beginnings of the ids of checks that may be lost, too, since the fault shows there
    """

    name: str
    apply: Callable[[], None]
    must: tuple[str, ...]
    may: tuple[str, ...] = ()
    links: int = 2


BROKEN: dict[str, Broken] = {}


def broken(
    *must: str, may: Sequence[str] = (), links: int = 2
) -> Callable[[Callable[[], None]], Callable[[], None]]:
    """Decorate a function that makes a fault; its name is that of the broken arm."""

    def add(apply: Callable[[], None]) -> Callable[[], None]:
        name = apply.__name__
        BROKEN[name] = Broken(name, apply, must, tuple(may), links)
        return apply

    return add


def around(owner: Any, name: str, change: Callable[..., Any]) -> None:
    """Replace a function or method by change(original, *arguments)."""
    original = getattr(owner, name)

    @wraps(original)
    def changed(*arguments: Any, **named: Any) -> Any:
        return change(original, *arguments, **named)

    setattr(owner, name, changed)


def answers(service: str, change: Callable[[dict[str, Any]], None]) -> None:
    """Change the values, result and status of each answer of a service; "" means of all."""
    from protocol import services
    from protocol.names import canonical

    def answer(
        original: Any, session: Any, call: Any, result: bool, status: str, values: bytes = b"{}"
    ) -> Any:
        if not service or canonical(call.service) == service:
            parts = {"values": json.loads(values), "result": result, "status": status}
            change(parts)
            result, status = parts["result"], parts["status"]
            values = json.dumps(parts["values"]).encode()
        return original(session, call, result, status, values)

    around(services, "_answer", answer)
