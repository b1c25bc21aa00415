"""One connection to the graded server: sends operations, and reads what comes back, whatever it is.

Nothing that a server sends can hang or break it: every wait has an end, lines and queues have
limits, and what is no JSON object is counted and passed over.
"""

import json
import select
import socket
import time
from collections import deque
from collections.abc import Callable
from typing import Any

LONGEST_LINE = 16 << 20  # bytes without an end of line, after which the server counts as broken
WITHOUT_NEWLINE = 1 << 20  # bytes that are tried as one object if no end of line comes
KEPT = 20_000  # messages of a topic that are kept
PATIENCE = 3.0  # s for which a server may refuse to take what is sent to it


class Gone(Exception):
    """The connection has ended, or could not be made; the text says how."""


def _not_json(token: str) -> float:
    raise ValueError(f"{token} is not JSON")


def read_line(line: bytes) -> tuple[Any, str]:
    """Decode a line. Returns the value, and what is wrong with it as JSON (empty if nothing is).

    A line with NaN or Infinity is wrong, but is still understood.
    """
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError:
        return None, "it is not UTF-8"
    try:
        return json.loads(text, parse_constant=_not_json), ""
    except (ValueError, RecursionError) as problem:
        reason = str(problem)
    try:
        return json.loads(text), reason
    except (ValueError, RecursionError):
        return None, reason


class Wire:
    """A TCP connection. Messages are sorted into answers by id, topics, and faults."""

    def __init__(self, host: str, port: int, timeout: float = PATIENCE):
        self.address = host, port
        self.awaited: set[str] = set()  # ids of calls, as JSON text
        self.answers: dict[str, dict[str, Any]] = {}
        self.repeated: list[str] = []  # the ids of answers that came more than once
        self.topics: dict[str, deque[tuple[float, Any]]] = {}  # with the times of arrival
        self.faults: deque[str] = deque(maxlen=5)  # lines that were not JSON
        self.sent: deque[str] = deque(maxlen=12)  # the last operations, for the report
        self._unread = b""
        try:
            self._socket = socket.create_connection((host, port), timeout)
            self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        except OSError as problem:
            raise Gone(f"no connection to {host}:{port}: {problem}") from None

    def close(self) -> None:
        """Close the connection."""
        self._socket.close()

    def __enter__(self) -> "Wire":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # -- sending ---------------------------------------------------------------------------------
    def send(self, operation: dict[str, Any]) -> None:
        """Send one operation as a line. Raises Gone."""
        text = json.dumps(operation)
        self.sent.append(text if len(text) <= 300 else text[:297] + "...")
        self.send_bytes(text.encode() + b"\n")

    def send_bytes(self, data: bytes) -> None:
        """Send bytes as they are. Raises Gone if the server does not take them in time."""
        self._socket.settimeout(PATIENCE)
        try:
            self._socket.sendall(data)
        except OSError as problem:
            raise Gone(f"the server does not take what is sent: {problem}") from None

    # -- receiving -------------------------------------------------------------------------------
    def wait(self, seconds: float, until: Callable[[], Any] = lambda: False) -> bool:
        """Read for so long, or until a condition holds; return whether it holds. Raises Gone."""
        end = time.monotonic() + seconds
        while not until():
            left = end - time.monotonic()
            if left <= 0:
                return False
            if select.select([self._socket], [], [], min(left, 0.2))[0]:
                self._receive()
        return True

    def _receive(self) -> None:
        try:
            data = self._socket.recv(1 << 18)
        except OSError as problem:
            raise Gone(f"the server broke the connection: {problem}") from None
        if not data:
            raise Gone("the server closed the connection")
        *lines, self._unread = (self._unread + data).split(b"\n")
        if len(self._unread) > LONGEST_LINE:
            raise Gone(f"the server sent {LONGEST_LINE} bytes without an end of line")
        now = time.monotonic()
        for line in lines:
            self._sort(line, now)
        # Some servers write no newline at all: one write is then one object.
        whole = self._unread.endswith(b"}") and len(self._unread) < WITHOUT_NEWLINE
        if whole and isinstance(read_line(self._unread)[0], dict):
            self._sort(self._unread, now)
            self._unread = b""

    def _sort(self, line: bytes, now: float) -> None:
        if not line.strip():
            return
        message, problem = read_line(line)
        if not isinstance(message, dict) and not problem:
            problem = "it is no object"
        if problem:
            self.faults.append(f"{problem}: {line[:200].decode('utf-8', 'replace')}")
        if not isinstance(message, dict):
            return
        if message.get("op") == "service_response":
            self._sort_answer(message)
        elif message.get("op") == "publish" and isinstance(message.get("topic"), str):
            kept = self.topics.get("/" + message["topic"].lstrip("/"))
            if kept is not None:
                kept.append((now, message.get("msg")))

    def _sort_answer(self, message: dict[str, Any]) -> None:
        key = json.dumps(message.get("id"))
        if key in self.answers:
            self.repeated.append(key)
        elif key in self.awaited:
            self.answers[key] = message

    def subscribe(self, topic: str) -> None:
        """Subscribe to a topic, and keep its messages from now on."""
        self.topics.setdefault(topic, deque(maxlen=KEPT))
        self.send({"op": "subscribe", "topic": topic})

    def take(self, topic: str) -> list[tuple[float, Any]]:
        """Return the messages of a topic that have come since the last time."""
        kept = self.topics[topic]
        taken = list(kept)
        kept.clear()
        return taken
