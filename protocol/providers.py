"""Knows which clients provide which services, and the type of each service."""

from collections.abc import Iterator

from protocol import names, operations
from protocol.names import canonical_type
from protocol.session import Provided, Session

SRV = "srv"  # the kind of the types of services


class Providers:
    """The clients that provide each service (canonical name), the newest last."""

    def __init__(self) -> None:
        self._providers: dict[str, list[Session]] = {}

    def __iter__(self) -> Iterator[str]:
        """Iterate over the services that clients provide."""
        return iter(self._providers)

    def __len__(self) -> int:
        return len(self._providers)

    def __contains__(self, service: str) -> bool:
        return service in self._providers

    def newest(self, service: str) -> Session | None:
        """Return the client that is called for a service, if there is one."""
        providers = self._providers.get(service)
        return providers[-1] if providers else None

    def add(self, service: str, session: Session, op: operations.AdvertiseService) -> bool:
        """Make a client the newest provider of a service; return False if it has too many."""
        self.remove(service, session)
        if not session.provide(service, Provided(op.service, canonical_type(op.type, SRV))):
            return False
        self._providers.setdefault(service, []).append(session)
        return True

    def remove(self, service: str, session: Session) -> bool:
        """End the service of a client, and return whether the client provided it."""
        if not session.withdraw(service):
            return False
        self._providers[service].remove(session)
        if not self._providers[service]:
            del self._providers[service]
        return True

    # -- types -----------------------------------------------------------------------------------
    def type_of(self, service: str) -> str:
        """Return the type in force of a service, or "" if nobody has named one.

        It is ours, or that of the newest client which provides the service and has named one.
        """
        ours = names.SERVICE_TYPES.get(service) or names.ROSAPI.get(service)
        if ours:
            return ours
        provided = [each.provides[service] for each in self._providers.get(service, ())]
        return next((each.type for each in reversed(provided) if each.type), "")

    def about_type(self, op: operations.AdvertiseService, service: str) -> str:
        """Say if the type that a client names is not the type in force."""
        in_force = self.type_of(service) if op.type else ""
        if not in_force or canonical_type(op.type, SRV) == in_force:
            return ""
        return f"advertise_service: service {op.service} has the type {in_force}, not {op.type}"
