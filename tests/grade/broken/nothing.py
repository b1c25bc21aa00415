"""Servers that serve nothing: python nothing.py KIND, on the port in ROSBRIDGE_PORT.

silent      accepts, and never says anything
echo        sends back what it gets
sleeper     answers each line after a minute
random      answers each line with random JSON
garbage     answers each line with bytes that are no JSON
flood       sends messages without end
long_line   sends one line without end
closing     closes each connection at once
yes         answers each call with result true and no values
no          answers each call with result false and a reason
crash       ends at the first line
deaf        never reads
"""

import json
import os
import random
import socket
import sys
import threading
import time
from collections.abc import Callable

LIMIT = 20.0  # s after which it ends, in case nobody ends it


def a_random_value(depth: int = 3) -> object:
    """Return any JSON value; objects are often like messages."""
    ops = ("service_response", "publish", "status", 5, None)
    topics = ("/joint_states", "/ik_action/result", 7)
    return random.choice(
        [
            random.random() * 10 ** random.randrange(-300, 300),
            10**400,
            "text",
            None,
            [a_random_value(depth - 1) for _ in range(3)] if depth else [],
            {
                "op": random.choice(ops),
                "topic": random.choice(topics),
                "id": random.choice((0, "a", None)),
                "msg": a_random_value(depth - 1) if depth else {},
                "values": a_random_value(depth - 1) if depth else {},
                "result": random.choice((True, False, 1, "true")),
            },
        ]
    )


def answer(line: bytes, result: bool) -> bytes:
    """Answer a call, whatever it is."""
    call = json.loads(line)
    if call.get("op") != "call_service":
        return b""
    status = "" if result else "no"
    reply = {"op": "service_response", "id": call.get("id"), "service": call.get("service")}
    return json.dumps({**reply, "values": {}, "result": result, "status": status}).encode() + b"\n"


def slowly(line: bytes) -> bytes:
    """Answer after a minute."""
    time.sleep(60)
    return answer(line, True)


REPLIES: dict[str, Callable[[bytes], bytes]] = {
    "silent": lambda line: b"",
    "echo": lambda line: line,
    "sleeper": slowly,
    "random": lambda line: json.dumps(a_random_value()).encode() + b"\n",
    "garbage": lambda line: bytes(random.randrange(256) for _ in range(200)) + b"\n",
    "yes": lambda line: answer(line, True),
    "no": lambda line: answer(line, False),
    "crash": lambda line: os._exit(3),
}


def serve(kind: str, connection: socket.socket) -> None:
    """Serve one connection."""
    try:
        if kind == "deaf":
            time.sleep(LIMIT)
        while kind in ("flood", "long_line"):
            piece = b'{"op":"publish","topic":"/joint_states","msg":{"position":[1]}}'
            connection.sendall((piece + b"\n" if kind == "flood" else piece) * 500)
        if kind != "closing":
            for line in connection.makefile("rb"):
                connection.sendall(REPLIES[kind](line))
    except (OSError, ValueError):
        pass
    connection.close()


def main(kind: str) -> None:
    """Accept connections until the end."""
    threading.Timer(LIMIT, os._exit, (0,)).start()
    listener = socket.create_server(("127.0.0.1", int(os.environ["ROSBRIDGE_PORT"])))
    while True:
        connection, _ = listener.accept()
        threading.Thread(target=serve, args=(kind, connection), daemon=True).start()


if __name__ == "__main__":
    main(sys.argv[1])
