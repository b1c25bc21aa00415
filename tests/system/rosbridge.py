"""A small blocking rosbridge client."""

import itertools
import json
import socket
import time
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from processes import PATIENCE

Self = TypeVar("Self", bound="Connection")


class Connection:
    """Operations out, and lines in. Each line must be strict JSON; unread lines wait in order."""

    def __init__(self, port: int):
        self.socket = socket.create_connection(("127.0.0.1", port), PATIENCE)
        self._bytes = bytearray()
        self._waiting: deque[dict[str, Any]] = deque()
        self._ids = itertools.count(1)

    def __enter__(self: Self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self.socket.close()

    def send_raw(self, data: bytes) -> None:
        self.socket.settimeout(PATIENCE)  # receive sets shorter ones
        self.socket.sendall(data)

    def send(self, *operations: dict[str, Any], **fields: Any) -> None:
        """Send several operations, or one by its fields, in one write."""
        self.send_raw(b"".join(json.dumps(op).encode() + b"\n" for op in operations or (fields,)))

    def receive(self, within: float = PATIENCE) -> dict[str, Any]:
        """The next line. Raises ConnectionError at the end of the connection, or TimeoutError."""
        return json.loads(self.receive_line(within), parse_constant=_refuse)

    def receive_line(self, within: float = PATIENCE) -> str:
        """The next line as it was sent. Raises as receive does."""
        deadline = time.monotonic() + within
        seen = 0
        while (end := self._bytes.find(b"\n", seen)) < 0:
            seen = len(self._bytes)
            self.socket.settimeout(max(deadline - time.monotonic(), 0.001))
            data = self.socket.recv(1 << 20)
            if not data:
                raise ConnectionError("the connection was closed")
            self._bytes += data
        line = bytes(self._bytes[:end])
        del self._bytes[: end + 1]
        return line.decode()

    def next(
        self, wanted: Callable[[dict[str, Any]], bool], within: float = PATIENCE
    ) -> dict[str, Any]:
        """The next line that is wanted. Other lines go on waiting."""
        for message in self._waiting:
            if wanted(message):
                self._waiting.remove(message)
                return message
        deadline = time.monotonic() + within
        while not wanted(message := self.receive(deadline - time.monotonic())):
            self._waiting.append(message)
        return message

    def drain(self, topic: str) -> list[Any]:
        """Take the messages of a topic that wait."""
        waiting = self._waiting
        self._waiting = deque()
        found = []
        for message in waiting:
            is_wanted = message["op"] == "publish" and message["topic"] == topic
            (found if is_wanted else self._waiting).append(message)
        return [message["msg"] for message in found]

    def listen(self, topic: str, seconds: float) -> list[Any]:
        """The messages of a topic that come within so many seconds."""
        self.drain(topic)
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0:
            try:
                self._waiting.append(self.receive(left))
            except TimeoutError:
                break
        return self.drain(topic)


class Client(Connection):
    """A connection on which services are called and topics are used."""

    def publish(self, topic: str, msg: Any) -> None:
        self.send(op="publish", topic=topic, msg=msg)

    def subscribe(self, topic: str, **fields: Any) -> None:
        """Subscribe, and return when the subscription is in force."""
        token = fields.setdefault("id", f"s{next(self._ids)}")
        self.send(op="subscribe", topic=topic, **fields)
        self.next(lambda m: m["op"] == "status" and m.get("id") == token)

    def begin(self, service: str, args: Any = None, **fields: Any) -> Any:
        """Call a service without waiting for the response. Returns the id of the call."""
        token = fields.pop("id", f"c{next(self._ids)}")
        self.send(
            op="call_service",
            service=service,
            id=token,
            args={} if args is None else args,
            **fields,
        )
        return token

    def call(
        self, service: str, args: Any = None, within: float = PATIENCE, **fields: Any
    ) -> dict[str, Any]:
        """Call a service, and return its response."""
        return self.response(self.begin(service, args, **fields), within)

    def response(self, token: Any, within: float = PATIENCE) -> dict[str, Any]:
        return self.next(lambda m: m["op"] == "service_response" and m.get("id") == token, within)

    def status(self, within: float = PATIENCE) -> dict[str, Any]:
        return self.next(lambda m: m["op"] == "status", within)

    def message(self, topic: str, within: float = PATIENCE) -> Any:
        return self.next(lambda m: m["op"] == "publish" and m["topic"] == topic, within)["msg"]

    def fresh(self, topic: str) -> Any:
        """A message that the arm published after it had handled all that this client has sent."""
        self.settle()
        self.drain(topic)
        return self.message(topic)

    def settle(self) -> None:
        """Return when the arm has handled all that this client has sent to it."""
        self.call("/arm_sim/set_params")

    def course(self, topic: str, seconds: float) -> list[Any]:
        """The messages of a topic of the arm over so many seconds of simulation time."""
        course = [self.fresh(topic)]
        while stamp(course[-1]) - stamp(course[0]) < seconds:
            course.append(self.message(topic))
        return course


def calls(service: str, args: Any, ids: Iterable[Any]) -> list[dict[str, Any]]:
    """Operations for Client.send that call a service once for each id."""
    return [{"op": "call_service", "service": service, "id": id_, "args": args} for id_ in ids]


def stamp(message: dict[str, Any]) -> float:
    """The simulation time in s that a message of the arm bears."""
    return message["header"]["stamp"]["sec"] + message["header"]["stamp"]["nanosec"] * 1e-9


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is no JSON")
