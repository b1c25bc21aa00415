"""Checks the first start in a fresh clone.

`make run` serves, answers a call, and ends when it gets a signal and when its make is killed.

usage: smoke.py DIRECTORY [MAKE VARIABLES]
"""

import json
import os
import signal
import socket
import subprocess
import sys
import time


def run(directory: str, variables: list[str], end: signal.Signals) -> None:
    """Start `make run`, call a service, and end it with a signal.

    SIGKILL goes to make alone, other signals go to the whole group, as Ctrl-C does.
    """
    environment = {**os.environ, "ROSBRIDGE_PORT": "0"}
    make = subprocess.Popen(
        ["make", "--no-print-directory", "run", *variables],
        cwd=directory,
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert make.stdout
    begun = time.monotonic()
    port = int(make.stdout.readline().rsplit(":", 1)[1])
    with socket.create_connection(("127.0.0.1", port), timeout=5) as client:
        client.sendall(b'{"op":"call_service","service":"/arm_sim/set_params","id":"smoke"}\n')
        answer = json.loads(client.makefile().readline())
    assert answer["id"] == "smoke" and answer["result"] is True, answer
    print(f"answered {time.monotonic() - begun:.2f} s after make started")
    if end is signal.SIGKILL:
        make.kill()  # the runtime has to notice it
    else:
        os.killpg(make.pid, end)
    make.wait(5)
    wait_until_free(port)


def wait_until_free(port: int) -> None:
    """Return when the port can be bound again; fail after 5 s."""
    deadline = time.monotonic() + 5.0  # s; an idle machine needs half a second
    while True:
        try:
            with socket.socket() as probe:
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                probe.bind(("127.0.0.1", port))
                return
        except OSError:
            assert time.monotonic() < deadline, f"port {port} is still taken"
            time.sleep(0.01)


if __name__ == "__main__":
    for how in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL):
        run(sys.argv[1], sys.argv[2:], how)
    print("make run: fine")
