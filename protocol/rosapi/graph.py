"""The topics, services and nodes of the system: ours, and those of clients."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, islice
from typing import TypeVar

from protocol import limits, names
from protocol.members import TopicMembers
from protocol.names import canonical
from protocol.nodes import Node
from protocol.providers import Providers
from protocol.session import Session

CLIENT = "/client_"  # begins the name of the node of a client; the number of its session follows

T = TypeVar("T", str, tuple[str, str])


class Graph:
    """Answers what there is. All names have a leading slash, and begin with ours.

    Of clients, only so many names are looked at where all are asked for.
    """

    def __init__(
        self,
        nodes: Mapping[str, Node],
        sessions: Mapping[int, Session],
        topics: TopicMembers,
        providers: Providers,
    ):
        self._nodes = {canonical(name): node for name, node in nodes.items()}
        self._sessions = sessions
        self._topics = topics
        self._providers = providers
        ours = chain.from_iterable(node.services for node in nodes.values())
        self._our_services = sorted({*ours, *names.ROSAPI})

    # -- topics ----------------------------------------------------------------------------------
    def topics(self) -> dict[str, str]:
        """Return the type of each topic, by name; "" if it is unknown."""
        ours = {topic: self._topics.type_of(topic) for topic in sorted(names.TOPIC_TYPES)}
        theirs = ((topic, self._topics.type_of(topic)) for topic in self._topics.topics())
        return ours | dict(_some(theirs))

    def topic_type(self, topic: str) -> str:
        """Return the type of a topic, or ""."""
        return self._topics.type_of(canonical(topic))

    def publishers(self, topic: str) -> list[str]:
        """Return the nodes that publish on a topic."""
        topic = canonical(topic)
        ours = [name for name, node in self._nodes.items() if topic in node.publishing]
        return [*ours, *_some(map(_client, self._topics.publishing.of(topic)))]

    def subscribers(self, topic: str) -> list[str]:
        """Return the nodes that subscribe to a topic."""
        topic = canonical(topic)
        ours = [name for name, node in self._nodes.items() if topic in node.subscribing]
        return [*ours, *_some(map(_client, self._topics.subscribing.of(topic)))]

    # -- services --------------------------------------------------------------------------------
    def services(self) -> dict[str, str]:
        """Return the type of each service, by name; "" if it is unknown."""
        ours = {service: self._providers.type_of(service) for service in self._our_services}
        theirs = (
            (service, self._providers.type_of(service))
            for service in self._providers
            if service not in ours
        )
        return ours | dict(_some(theirs))

    def service_type(self, service: str) -> str:
        """Return the type of a service, or ""."""
        service = canonical(service)
        is_served = service in self._our_services or service in self._providers
        return self._providers.type_of(service) if is_served else ""

    def service_node(self, service: str) -> str:
        """Return the node that is called, or "" if nobody provides the service."""
        service = canonical(service)
        provider = self._providers.newest(service)
        if provider is not None:
            return _client(provider)
        if service in names.ROSAPI:
            return canonical(names.GATEWAY)
        return next((name for name, node in self._nodes.items() if service in node.services), "")

    def service_providers(self, service: str) -> list[str]:
        """Return the nodes that provide services of a type, or the service of this name."""
        type = names.canonical_type(service, "srv")
        wanted = [each for each, has in self.services().items() if has == type] if type else []
        found = [self.service_node(each) for each in [*wanted, service]]
        return [node for node in dict.fromkeys(found) if node]

    # -- nodes -----------------------------------------------------------------------------------
    def nodes(self) -> list[str]:
        """Return the names of all nodes: actors and clients."""
        return [*self._nodes, *_some(map(_client, self._sessions.values()))]

    def node(self, name: str) -> Node:
        """Return what a node has to do with topics and services; an unknown one has nothing."""
        name = canonical(name)
        if name in self._nodes:
            node = self._nodes[name]
            is_gateway = name == canonical(names.GATEWAY)
            return node._replace(services=(*node.services, *names.ROSAPI)) if is_gateway else node
        number = name.removeprefix(CLIENT)
        known = name.startswith(CLIENT) and number.isdecimal() and len(number) < 20
        session = self._sessions.get(int(number)) if known else None
        if session is None:
            return Node()
        advertised = (topic for topic, type in session.advertised.items() if type is not None)
        return Node(
            tuple(_some(session.flows)), tuple(_some(advertised)), tuple(_some(session.provides))
        )


def _client(session: Session) -> str:
    return f"{CLIENT}{session.number}"


def _some(found: Iterable[T]) -> Iterator[T]:
    """Return no more than so many names, or pairs of a name and its type, nor more characters.

    A list of all would hold up other clients, and those that ask might get megabytes.
    """
    left = limits.LISTED_CHARACTERS
    for each in islice(found, limits.LISTED):
        characters = len(each) if isinstance(each, str) else sum(map(len, each))
        if characters <= left:
            left -= characters
            yield each
