"""A question to an actor, which answers it before a call of a client can be answered."""

from typing import Any, NamedTuple

from protocol.effects import Form


class Question(NamedTuple):
    """Call this service of an actor, and form the answer to the client from its answer."""

    service: str
    args: dict[str, Any]
    form: Form | None = None
