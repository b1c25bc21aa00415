"""Keeps all connections of the gateway, and passes lines to them."""

from actors.door.connection import Connection
from actors.door.frames import Frames
from protocol.effects import Answer, Send


class Clients:
    """The connections by session. Lines to a session that has ended are ignored."""

    def __init__(self) -> None:
        self.frames = Frames()
        self._connections: dict[int, Connection] = {}
        self._answered: list[Connection] = []  # connections with collected answers
        self._dropped = 0  # messages that were dropped for connections that have ended

    def add(self, client: Connection) -> None:
        """Add a new connection."""
        self._connections[client.session] = client

    def remove(self, client: Connection) -> None:
        """Remove a connection that has ended."""
        del self._connections[client.session]
        self._dropped += client.outgoing.waiting.dropped

    def send(self, effect: Send) -> None:
        """Send one line to one client."""
        client = self._connections.get(effect.session)
        if client is not None:
            client.outgoing.send(effect.line, effect.topic, effect.keep)

    def answer(self, effect: Answer) -> None:
        """Send the answer to a call. Operations of the client that waited for it can then go on."""
        client = self._connections.get(effect.session)
        if client is not None:
            if client.outgoing.answer(effect.line, effect.more, effect.rest):
                self._answered.append(client)
            client.go_on()

    def go_on(self) -> None:
        """Called when operations that wait may have become possible: try them again."""
        for client in self._connections.values():
            client.go_on()

    def flush(self) -> None:
        """Called at the end of each round: write the answers that were collected."""
        self.frames.forget()
        for client in self._answered:
            client.outgoing.flush()
        self._answered.clear()

    def leave(self) -> None:
        """Called when the gateway is told to stop: say goodbye to those who expect that."""
        for client in self._connections.values():
            client.outgoing.leave()

    def cut_off(self, session: int, reason: str) -> None:
        """Close the connection of a client for which too much is kept."""
        self._connections[session].cut_off(reason)

    def hold(self, session: int, actor: str) -> None:
        """Hold a client for a moment, since it publishes faster than an actor can receive."""
        self._connections[session].hold(actor)

    def figures(self) -> dict[str, int]:
        """Return the number of connections, of waiting bytes and of dropped messages."""
        queues = [client.outgoing.waiting for client in self._connections.values()]
        return {
            "connections": len(queues),
            "waiting_bytes": sum(queue.bytes for queue in queues),
            "dropped_messages": self._dropped + sum(queue.dropped for queue in queues),
        }
