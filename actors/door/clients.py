"""All connections, and what each of them is sent."""

from actors.door.connection import Connection
from protocol.effects import Answer, Send


class Clients:
    """The connections by session. A session that has gone is sent nothing."""

    def __init__(self) -> None:
        self._connections: dict[int, Connection] = {}
        self._answered: list[Connection] = []  # those whose answers are to be written together
        self._dropped = 0  # messages to clients that have gone

    def add(self, client: Connection) -> None:
        """A client has come."""
        self._connections[client.session] = client

    def remove(self, client: Connection) -> None:
        """A client has gone."""
        del self._connections[client.session]
        self._dropped += client.outgoing.waiting.dropped

    def send(self, effect: Send) -> None:
        """Send a line to its client."""
        client = self._connections.get(effect.session)
        if client is not None:
            client.outgoing.send(effect.line, effect.topic, effect.keep)

    def answer(self, effect: Answer) -> None:
        """Send an answer to its client, whose operations may have waited for it."""
        client = self._connections.get(effect.session)
        if client is not None:
            if client.outgoing.answer(effect.line, effect.more):
                self._answered.append(client)
            client.go_on()

    def flush(self) -> None:
        """Write the answers that were collected. Called at the end of every round."""
        for client in self._answered:
            client.outgoing.flush()
        self._answered.clear()

    def hold(self, session: int) -> None:
        """Hold a client that publishes faster than actors take it."""
        self._connections[session].hold()

    def figures(self) -> dict[str, int]:
        """How many clients there are, and what waits for them."""
        queues = [client.outgoing.waiting for client in self._connections.values()]
        return {
            "connections": len(queues),
            "waiting_bytes": sum(queue.bytes for queue in queues),
            "dropped_messages": self._dropped + sum(queue.dropped for queue in queues),
        }
