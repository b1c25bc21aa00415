"""What a browser or another WebSocket client sends, and what it reads, as bytes."""

from typing import NamedTuple

from fakes import Host, Transport

from actors.door.arrival import Arrival
from actors.door.connection import Connection
from protocol.stream import RosbridgeStream

CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
MASK = b"\x37\xfa\x21\x3d"
HANDSHAKE = {
    "Host": "127.0.0.1:9095",
    "Upgrade": "websocket",
    "Connection": "keep-alive, Upgrade",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    "Sec-WebSocket-Version": "13",
}


def get(path="/", *lines, **headers):
    """A request of HTTP. A header that is None is left out; `_` in a name means `-`."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    every = {"Host": "localhost:9095"} | named
    fields = [f"{name}: {value}" for name, value in every.items() if value is not None]
    return "\r\n".join([f"GET {path} HTTP/1.1", *fields, *lines, "", ""]).encode("latin-1")


def handshake(path="/", **headers):
    """A request to speak WebSocket. A header that is None is left out."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return get(path, **(HANDSHAKE | named))


def frame(opcode, payload=b"", fin=True, reserved=0, mask=MASK, length=None):
    """A frame of a client. `length` is a wrong one, in the header alone."""
    count = len(payload) if length is None else length
    if count < 126:
        size = bytes([count | 0x80 * bool(mask)])
    elif count < 1 << 16:
        size = bytes([126 | 0x80 * bool(mask)]) + count.to_bytes(2, "big")
    else:
        size = bytes([127 | 0x80 * bool(mask)]) + count.to_bytes(8, "big")
    if mask:
        payload = masked(payload, mask)
    return bytes([opcode | reserved << 4 | 0x80 * fin]) + size + mask + payload


def masked(payload, mask):
    key = (mask * (len(payload) // 4 + 1))[: len(payload)]
    return (int.from_bytes(payload, "big") ^ int.from_bytes(key, "big")).to_bytes(len(key), "big")


def closing(code=None, reason=b""):
    return frame(CLOSE, b"" if code is None else code.to_bytes(2, "big") + reason)


class Frame(NamedTuple):
    """A frame that a client has read."""

    opcode: int
    payload: bytes

    @property
    def code(self):
        """The code of a close frame, or None."""
        return int.from_bytes(self.payload[:2], "big") if self.payload else None


def frames_in(data):
    """The frames in what a client has read, each of which must be whole and unmasked."""
    found = []
    while data:
        assert data[0] & 0xF0 == 0x80
        length, begin = data[1], 2
        if length in (126, 127):
            begin = 4 if length == 126 else 10
            length = int.from_bytes(data[2:begin], "big")
        assert length < 1 << 63 and len(data) >= begin + length
        found.append(Frame(data[0] & 0x0F, data[begin : begin + length]))
        data = data[begin + length :]
    return found


class Visitor:
    """A client of a fake gateway: sends bytes, and shows what the gateway has written."""

    def __init__(self, host=None):
        self.host = host or Host()
        self.connection = Connection(self.host, Transport(), RosbridgeStream())
        self.connection.replace_stream(Arrival(self.connection))
        self.transport = self.connection.transport

    def send(self, data, size=None):
        """Send bytes, in pieces of a size if one is given."""
        for at in range(0, len(data), size or max(len(data), 1)):
            self.connection.receive(data[at : at + (size or len(data))])
            self.host.loop.run()
        assert not self.host.loop.bugs

    def read(self):
        """All bytes that were written since the last read."""
        self.host.loop.run()
        data = b"".join(self.transport.writes)
        self.transport.writes.clear()
        return data

    @property
    def is_closed(self):
        """Whether the gateway has closed at least its own half."""
        return self.transport.half_closed or self.transport.closed


class WebSocketVisitor(Visitor):
    """A client that has shaken hands."""

    def __init__(self, host=None, after=b""):
        super().__init__(host)
        self.send(handshake() + after)
        head, _, self.rest = self.read().partition(b"\r\n\r\n")
        self.response = head.decode("latin-1")
        assert self.response.startswith("HTTP/1.1 101 ")

    def exchange(self, *frames, size=None):
        """Send frames, and return those that come back."""
        self.send(b"".join(frames), size)
        rest, self.rest = self.rest, b""
        return frames_in(rest + self.read())
