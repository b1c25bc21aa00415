"""The class attributes that a node may set, and the hooks that it may define."""

from collections.abc import Mapping
from typing import Any, ClassVar

from actors.kernel.letters import Health
from actors.kernel.service import Service, Subscription, declared


class Role:
    """The part of an actor that each node defines for itself."""

    name: ClassVar[str]
    services: ClassVar[Mapping[str, Service]] = {}  # collected from the decorated handlers
    subscriptions: ClassVar[Mapping[str, Subscription]] = {}  # likewise
    # Whether the actor receives every publication, as JSON text.
    receives_all: ClassVar[bool] = False
    # Public topics that are published whether or not a client subscribes to them.
    publishes: ClassVar[tuple[str, ...]] = ()
    # Topics that are published only while a client subscribes to them.
    on_demand: ClassVar[tuple[str, ...]] = ()
    # Whether no handler of a service yields, so that calls are carried out one after the other.
    in_order: ClassVar[bool] = False
    # Bytes for the pickled state.
    room: ClassVar[int] = 64 * 1024
    # Exceptions of handlers that count as refusals, like Rejected.
    refusals: ClassVar[tuple[type[Exception], ...]] = ()
    # Whether the runtime stops if the actor cannot be started.
    essential: ClassVar[bool] = False
    # Whether the process gives way to the arm and to the gateway when the processors are busy.
    background: ClassVar[bool] = False
    # The settings of the runtime that this node needs. Each becomes a class attribute.
    settings: ClassVar[tuple[str, ...]] = ()
    # Seconds between two calls of tick, or None if it is never called. A node may change it.
    period: float | None = None

    def __init_subclass__(cls) -> None:
        cls.services = declared(cls, Service)
        cls.subscriptions = declared(cls, Subscription)

    def begin(self, saved: Any) -> None:
        """Called once by __init__, before the first letter: prepare the state of the node.

        saved is what state() returned for the last commit of a predecessor. It is None in the first
        incarnation, and after the supervisor has discarded a state with which the actor crashed.
        """

    def state(self) -> Any:
        """Called by each commit after a change: return what a successor needs, or None."""
        return None

    def before_letters(self) -> None:
        """Called before the actor handles the letters of one packet; a commit follows later."""

    def tick(self) -> None:
        """Called by the loop once every period, before a commit.

        A node that changes its state here must call changed().
        """

    def health(self) -> Health:
        """Called once a second, before a commit: return what the actor reports about itself."""
        return Health(self.name, "", {})
