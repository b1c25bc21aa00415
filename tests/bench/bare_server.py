"""The yardstick of the benchmarks: what a single process with nothing but asyncio and json can do.

It answers /arm_sim/set_params {} with the same line as the runtime, and does nothing else: no other
operation, no actor, no limit, no malformed input. It prints its port, and ends when its standard
input is closed.

usage: bare_server.py
"""

import asyncio
import json
import os
import sys
from typing import Any

VALUES = {"gravity": 9.81, "masses": [1.0, 1.0], "lengths": [1.0, 1.0]}


class BareConnection(asyncio.Protocol):
    """Answers every line, and writes the answers of one read together."""

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        self.rest = b""

    def data_received(self, data: bytes) -> None:
        *lines, self.rest = (self.rest + data).split(b"\n")
        self.transport.write(b"".join(map(answer, lines)))


def answer(line: bytes) -> bytes:
    call = json.loads(line)
    response = {
        "op": "service_response",
        "service": call["service"],
        "id": call["id"],
        "values": VALUES,
        "result": True,
        "status": "",
    }
    return json.dumps(response, separators=(",", ":")).encode() + b"\n"


async def serve() -> None:
    loop = asyncio.get_running_loop()
    server = await loop.create_server(BareConnection, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    closed = loop.create_future()
    loop.add_reader(sys.stdin, lambda: os.read(0, 1) or closed.done() or closed.set_result(None))
    await closed


if __name__ == "__main__":
    asyncio.run(serve())
