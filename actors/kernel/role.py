"""What a node declares about itself, and the hooks that it may override."""

from collections.abc import Mapping
from typing import Any, ClassVar

from actors.kernel.letters import Health
from actors.kernel.service import Order, Service, Subscription, declared
from protocol.wire import encode


class Role:
    """The part of an actor that differs from node to node."""

    name: ClassVar[str]
    services: ClassVar[Mapping[str, Service]] = {}  # gathered from the handlers
    subscriptions: ClassVar[Mapping[str, Subscription]] = {}  # gathered from the handlers
    # Whether the actor gets every publication, as JSON text.
    receives_all: ClassVar[bool] = False
    # Topics that are published only while a client subscribes to them.
    on_demand: ClassVar[tuple[str, ...]] = ()
    # Which earlier calls of the same client a call waits for.
    order: ClassVar[Order] = Order.NONE
    # Bytes for the pickled state.
    room: ClassVar[int] = 64 * 1024
    # Exceptions of handlers that are refusals, as Rejected is.
    refusals: ClassVar[tuple[type[Exception], ...]] = ()
    # Whether the runtime stops if the actor cannot be started.
    essential: ClassVar[bool] = False
    # Settings of the runtime that become class attributes.
    settings: ClassVar[tuple[str, ...]] = ()
    # Seconds between two calls of tick; None if it is never called. It may change.
    period: float | None = None

    def __init_subclass__(cls) -> None:
        cls.services = declared(cls, Service)
        cls.subscriptions = declared(cls, Subscription)

    def begin(self, saved: Any) -> None:
        """Called once, before the first letter: take up what state() returned for the last commit.

        saved is None in the first incarnation, and after a state that made its actor crash.
        """

    def state(self) -> Any:
        """Called by a commit after a change: what a successor needs, or None if nothing."""
        return None

    def before_letters(self) -> None:
        """Called before the letters of one packet are handled."""

    def tick(self) -> None:
        """Called once every period, before a commit. It calls changed() if it changes the state."""

    def encode(self, values: Mapping[str, Any]) -> bytes:
        """Called for an answer to the gateway: the values as JSON text."""
        return encode(values)

    def health(self) -> Health:
        """Called once a second: what the actor reports about itself."""
        return Health(self.name, "", {})
