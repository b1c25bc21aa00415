"""Knows which clients publish on a topic and which subscribe to it, and the type of the topic."""

from collections.abc import Collection, Iterator
from itertools import chain

from protocol import names, operations
from protocol.names import canonical_type
from protocol.session import Session

MSG = "msg"  # the kind of the types of topics


class Members:
    """The clients of each topic (canonical name), in the order in which they have come."""

    def __init__(self) -> None:
        self._sessions: dict[str, dict[int, Session]] = {}

    def __iter__(self) -> Iterator[str]:
        """Iterate over the topics that have any clients."""
        return iter(self._sessions)

    def __len__(self) -> int:
        return len(self._sessions)

    def __contains__(self, topic: str) -> bool:
        return topic in self._sessions

    def add(self, topic: str, session: Session) -> None:
        """Add a client to those of a topic."""
        self._sessions.setdefault(topic, {})[session.number] = session

    def remove(self, topic: str, session: Session) -> bool:
        """Remove a client from those of a topic, if it is there; return whether it was the last."""
        left = self._sessions.get(topic, {})
        if left.pop(session.number, None) is None or left:
            return False
        del self._sessions[topic]
        return True

    def of(self, topic: str) -> Collection[Session]:
        """Return the clients of a topic."""
        sessions = self._sessions.get(topic)
        return sessions.values() if sessions else ()

    def get(self, topic: str, number: int) -> Session | None:
        """Return the client of a topic that has the session of this number."""
        return self._sessions.get(topic, {}).get(number)


class TopicMembers:
    """The clients that may publish on each topic, and those that subscribe to it."""

    def __init__(self) -> None:
        self.publishing = Members()
        self.subscribing = Members()

    def topics(self) -> Iterator[str]:
        """Return the topics besides ours that clients publish on or subscribe to."""
        subscribed = (topic for topic in self.subscribing if topic not in self.publishing)
        everyone = chain(self.publishing, subscribed)
        return (topic for topic in everyone if topic not in names.TOPIC_TYPES)

    def type_of(self, topic: str) -> str:
        """Return the type in force of a topic (canonical name), or "" if nobody has named one.

        It is ours, or that of the client which has advertised the topic first, or subscribed.
        """
        if topic in names.TOPIC_TYPES:
            return names.TOPIC_TYPES[topic]
        for session in self.publishing.of(topic):
            if session.advertised[topic]:
                return session.advertised[topic] or ""
        flows = (session.flows[topic] for session in self.subscribing.of(topic))
        return next((canonical_type(flow.type, MSG) for flow in flows if flow.type), "")

    def about_type(
        self, what: str, op: operations.Advertise | operations.Subscribe, topic: str
    ) -> str:
        """Say if the type that a client names is not the type in force."""
        in_force = self.type_of(topic) if op.type else ""
        if not in_force or canonical_type(op.type, MSG) == in_force:
            return ""
        return f"{what}: topic {op.topic} has the type {in_force}, not {op.type}"
