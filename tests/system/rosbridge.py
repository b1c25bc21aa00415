"""A small blocking rosbridge client."""

import itertools
import json
import socket
import time
from collections import deque
from collections.abc import Callable
from typing import Any

from processes import PATIENCE


class Client:
    """One connection. Every line must be strict JSON; what nobody has asked for yet waits in order."""

    def __init__(self, port: int):
        self.socket = socket.create_connection(("127.0.0.1", port), PATIENCE)
        self._bytes = bytearray()
        self._waiting: deque[dict[str, Any]] = deque()
        self._ids = itertools.count(1)

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self.socket.close()

    # -- out -------------------------------------------------------------------------------------
    def send_raw(self, data: bytes) -> None:
        self.socket.settimeout(PATIENCE)  # not what the last wait for a line has left of its own
        self.socket.sendall(data)

    def send(self, *operations: dict[str, Any], **fields: Any) -> None:
        """One operation by its fields, or several, in one write."""
        self.send_raw(b"".join(json.dumps(op).encode() + b"\n" for op in operations or (fields,)))

    def publish(self, topic: str, msg: Any) -> None:
        self.send(op="publish", topic=topic, msg=msg)

    def subscribe(self, topic: str, **fields: Any) -> None:
        """Back when it is in force."""
        token = fields.setdefault("id", f"s{next(self._ids)}")
        self.send(op="subscribe", topic=topic, **fields)
        self.next(lambda m: m["op"] == "status" and m.get("id") == token)

    def begin(self, service: str, args: Any = None, **fields: Any) -> Any:
        """Call a service without waiting for the response; the id of the call."""
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
        """Call a service; its response."""
        return self.response(self.begin(service, args, **fields), within)

    # -- in --------------------------------------------------------------------------------------
    def receive(self, within: float = PATIENCE) -> dict[str, Any]:
        """The next line. ConnectionError if there is none any more, TimeoutError if it does not come."""
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
        return json.loads(line, parse_constant=_refuse)

    def next(
        self, wanted: Callable[[dict[str, Any]], bool], within: float = PATIENCE
    ) -> dict[str, Any]:
        """The next line that is wanted; others go on waiting."""
        for message in self._waiting:
            if wanted(message):
                self._waiting.remove(message)
                return message
        deadline = time.monotonic() + within
        while not wanted(message := self.receive(deadline - time.monotonic())):
            self._waiting.append(message)
        return message

    def response(self, token: Any, within: float = PATIENCE) -> dict[str, Any]:
        return self.next(lambda m: m["op"] == "service_response" and m.get("id") == token, within)

    def status(self, within: float = PATIENCE) -> dict[str, Any]:
        return self.next(lambda m: m["op"] == "status", within)

    def message(self, topic: str, within: float = PATIENCE) -> Any:
        return self.next(lambda m: m["op"] == "publish" and m["topic"] == topic, within)["msg"]

    def fresh(self, topic: str) -> Any:
        """A message of one of the arm's topics that was said after all that this client has been told so far."""
        self.settle()
        self.drain(topic)
        return self.message(topic)

    def settle(self) -> None:
        """Back when the arm has dealt with all that was sent before."""
        self.call("/arm_sim/set_params")

    def drain(self, topic: str) -> list[Any]:
        """Take the messages of a topic that have been received and not asked for."""
        waiting = self._waiting
        self._waiting = deque()
        found = []
        for message in waiting:
            is_wanted = message["op"] == "publish" and message["topic"] == topic
            (found if is_wanted else self._waiting).append(message)
        return [message["msg"] for message in found]

    def course(self, topic: str, seconds: float) -> list[Any]:
        """The messages of one of the arm's topics over so much of simulation time, however long that takes."""
        course = [self.fresh(topic)]
        while stamp(course[-1]) - stamp(course[0]) < seconds:
            course.append(self.message(topic))
        return course

    def listen(self, topic: str, seconds: float) -> list[Any]:
        """The messages of a topic from now on, for so long."""
        self.drain(topic)
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0:
            try:
                self._waiting.append(self.receive(left))
            except TimeoutError:
                break
        return self.drain(topic)


def stamp(message: dict[str, Any]) -> float:
    """Simulation time of a message of the arm, in s."""
    return message["header"]["stamp"]["sec"] + message["header"]["stamp"]["nanosec"] * 1e-9


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is no JSON")
