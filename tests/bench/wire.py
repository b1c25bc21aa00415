"""How fast the running system answers and fans out, as its clients see it, and what it costs."""

import json
import selectors
import socket
import threading
import time
from collections.abc import Iterator

import beside_bare
import web
from beside_bare import pump
from harness import Client, Runtime
from table import Row, percentile

SECONDS = 4.0


def rows() -> Iterator[Row]:
    yield Row("first answer after the interpreter starts", cold_start(), "s")
    with Runtime() as runtime:
        yield from beside_bare.rows(runtime)
        yield from web.rows(runtime)
        yield from watched_load(runtime, connections=16)
        yield Row("integration_step of 200,000 rk4 steps, whole call", long_call(runtime), "s")
        yield Row("integration_step of 1,000 rk4 steps", short_calls(runtime), "calls/s")
        yield from fan_out(runtime, subscribers=50, rate=None)
        yield from fan_out(runtime, subscribers=50, rate=500)
        yield from fan_out(runtime, subscribers=200, rate=60)


def cold_start() -> float:
    begun = time.perf_counter()
    with Runtime() as runtime, Client(runtime.port) as client:
        client.call("/arm_sim/set_params")
        return time.perf_counter() - begun


def watched_load(runtime: Runtime, connections: int) -> Iterator[Row]:
    """What a subscriber gets while so many connections keep calls in flight."""
    with Client(runtime.port) as watcher:
        watcher.subscribe("/joint_states")
        states: list[object] = []
        watching = threading.Thread(
            target=lambda: states.extend(watcher.listen("/joint_states", SECONDS))
        )
        watching.start()
        pump(runtime.port, connections, seconds=SECONDS)
        watching.join()
    yield Row(
        f"/joint_states beside {connections} pipelining connections", len(states) / SECONDS, "Hz"
    )


def long_call(runtime: Runtime, steps: int = 200_000) -> float:
    with Client(runtime.port) as client:
        begun = time.perf_counter()
        client.send(
            op="call_service", service="/arm_sim/integration_step", id=1, args=question(steps)
        )
        client.socket.makefile("rb").readline()
        return time.perf_counter() - begun


def short_calls(runtime: Runtime) -> float:
    count = 0
    line = (
        json.dumps(
            {"op": "call_service", "service": "/arm_sim/integration_step", "args": question(1000)}
        ).encode()
        + b"\n"
    )
    with Client(runtime.port) as client:
        replies = client.socket.makefile("rb")
        begun = time.perf_counter()
        while time.perf_counter() - begun < SECONDS:
            client.send_raw(line)
            replies.readline()
            count += 1
        return count / (time.perf_counter() - begun)


def question(steps: int) -> dict[str, object]:
    return {"function": "sin(t)*t", "x0": 0.0, "dt": 1e-3, "steps": steps, "integrator": "rk4"}


def fan_out(runtime: Runtime, subscribers: int, rate: int | None) -> Iterator[Row]:
    """A publisher at so many messages per s, or as fast as it goes; each carries its time."""
    sockets = [socket.create_connection(("127.0.0.1", runtime.port)) for _ in range(subscribers)]
    for one in sockets:
        one.sendall(b'{"op":"subscribe","topic":"/bench"}\n')
        one.recv(1000)
    stop = threading.Event()
    publisher = threading.Thread(target=publish, args=(runtime.port, rate, stop))
    publisher.start()
    begun = time.perf_counter()
    received, delays = listen(sockets)
    elapsed = time.perf_counter() - begun
    stop.set()
    publisher.join()
    for one in sockets:
        one.close()
    if rate is None:
        yield Row(f"deliveries to {subscribers} subscribers", received / elapsed, "messages/s")
    else:
        label = f"{rate} Hz to {subscribers} subscribers"
        yield Row(f"{label}: delivered", 100 * received / (rate * subscribers * elapsed), "%")
        yield Row(f"{label}: delay p99", percentile(delays, 0.99) * 1e3, "ms")


def publish(port: int, rate: int | None, stop: threading.Event) -> None:
    with Client(port) as client:
        begun = time.perf_counter()
        count = 0
        while not stop.is_set():
            client.send_raw(
                b'{"op":"publish","topic":"/bench","msg":{"at":%.6f}}\n' % time.perf_counter()
            )
            count += 1
            if rate:
                time.sleep(max(0.0, begun + count / rate - time.perf_counter()))
        client.call(
            "/arm_sim/set_params", within=60
        )  # answered after all that was published before


def listen(sockets: list[socket.socket]) -> tuple[int, list[float]]:
    """Count messages on all sockets for a while; the delay of the newest in each read."""
    received = 0
    delays = []
    end = time.perf_counter() + SECONDS
    with selectors.DefaultSelector() as ready:
        for one in sockets:
            ready.register(one, selectors.EVENT_READ)
        while (now := time.perf_counter()) < end:
            for key, _ in ready.select(0.1):
                data = key.fileobj.recv(1 << 18)
                received += data.count(b"\n")
                at = data.rfind(b'"at":')
                if at >= 0 and data.endswith(b"\n"):
                    delays.append(now - float(data[at + 5 : -3]))
    return received, delays
