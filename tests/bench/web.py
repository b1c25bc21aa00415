"""Round trips over WebSocket beside those over TCP, measured in turns in one run."""

import socket
import time
from collections.abc import Iterator

from beside_bare import QUERY, SECONDS, TURNS, processor_time, round_trips
from harness import Runtime
from table import Row, percentile

HANDSHAKE = (
    b"GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
TEXT = b"\x81" + bytes([0x80 | len(QUERY)]) + bytes(4) + QUERY  # masked by zeros


def rows(runtime: Runtime) -> Iterator[Row]:
    """What a WebSocket client gets, as a multiple of what a client of TCP gets."""
    if b" 101 " not in handshake(runtime.port)[1]:
        return  # the package is missing
    gateway = [runtime.actors()["gateway"]]
    over_tcp, over_web, costs = [], [], []
    for _ in range(TURNS):
        over_tcp.append(percentile(round_trips(runtime.port), 0.5))
        before = processor_time(gateway)
        times = web_round_trips(runtime.port)
        costs.append((processor_time(gateway) - before) / len(times))
        over_web.append(percentile(times, 0.5))
    yield Row("round trip over WebSocket, p50", min(over_web) * 1e6, "us")
    yield Row("round trip, p50: over WebSocket to over TCP", min(over_web) / min(over_tcp), "")
    yield Row("round trip over WebSocket: processor time of the gateway", min(costs) * 1e6, "us")


def handshake(port: int) -> tuple[socket.socket, bytes]:
    """Ask for a WebSocket. Returns the socket and the response."""
    client = socket.create_connection(("127.0.0.1", port))
    client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    client.sendall(HANDSHAKE)
    response = b""
    while b"\r\n\r\n" not in response:
        response += client.recv(1 << 16)
    return client, response


def web_round_trips(port: int, seconds: float = SECONDS) -> list[float]:
    """The times from a call to its answer, with one call in flight, in s."""
    times = []
    client, _ = handshake(port)
    with client:
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            begun = time.perf_counter()
            client.sendall(TEXT)
            while not client.recv(1 << 16).endswith(b"}"):
                pass
            times.append(time.perf_counter() - begun)
    return times
