"""Bytes for a stream, and what comes out of it."""

from protocol.stream import RosbridgeStream
from protocol.wire import Malformed

GOOD = {"op": "set_level"}
GOOD_LINE = b'{"op":"set_level"}\n'


def read(*chunks):
    """All that comes out of a fresh stream, up to a fatal error, as in the gateway."""
    stream = RosbridgeStream()
    got = []
    for chunk in chunks:
        stream.receive_data(chunk)
        while (item := stream.next()) is not None:
            got.append(item)
            if isinstance(item, Malformed) and item.fatal:
                return got
    return got


def cut(data, size):
    return [data[k : k + size] for k in range(0, len(data), size)]


def kinds(items):
    """What came, without the texts: they quote what had arrived when the fault was seen."""
    return [(Malformed, item.fatal) if isinstance(item, Malformed) else item for item in items]
