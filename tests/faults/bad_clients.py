"""Faults of clients: they break off, send garbage, do not read, and do not answer."""

import socket
import struct
import time

from bad_frames import BAD_FRAMES, OTHER_PROTOCOLS, TOO_LONG
from harness import Client
from load import DEFAULTS, QUERY, STEP
from probes import SMALL, Prober
from processes import PATIENCE

LARGE = SMALL | {"steps": 10_000}


class BadClients(Prober):
    """Each method is one fault. None of them may harm another client."""

    def tear(self) -> None:
        """Reset a connection in the middle of a frame, with a subscription and calls in flight."""
        with Client(self.runtime.port) as client:
            client.subscribe("/joint_states")
            client.begin(STEP, LARGE)
            client.begin(QUERY)
            client.send_raw(b'{"op":"call_service","serv')
            client.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.probe("gateway")

    def babble(self) -> None:
        """Send a bad frame: the system complains once, and goes on serving the connection."""
        kind = self.random.choice(list(BAD_FRAMES))
        frame = self.random.choice(BAD_FRAMES[kind])
        with Client(self.runtime.port) as client:
            client.send_raw(frame + b"\n")
            complaint = client.receive()
            if complaint.get("level") != "error" and complaint.get("result") is not False:
                self.ledger.violation(f"{kind} {frame[:80]!r} was answered by {complaint}")
            if client.call(QUERY)["values"] != DEFAULTS:
                self.ledger.violation(f"{kind} {frame[:80]!r} did harm")
        self.ledger.frames[kind] += 1

    def babble_endlessly(self) -> None:
        """Send a frame that is too long, or begin another protocol: the connection is closed."""
        with Client(self.runtime.port) as client:
            try:
                client.send_raw(self.random.choice((TOO_LONG, *OTHER_PROTOCOLS)))
                while client.receive():
                    pass
            except TimeoutError:
                self.ledger.violation(
                    "an endless frame or another protocol left its connection open"
                )
            except ConnectionError:
                pass
        self.probe("gateway")

    def stop_reading(self) -> None:
        """Ask for much and read nothing, while the next faults happen."""
        client = Client(self.runtime.port)
        client.send(
            {"op": "subscribe", "topic": "/joint_states"},
            {"op": "subscribe", "topic": "/ik_action/feedback"},
        )
        client.subscribe("/faults/noise")
        client.begin(STEP, LARGE)
        with Client(self.runtime.port) as publisher:
            for _ in range(30):
                publisher.publish("/faults/noise", "x" * 200_000)  # more than sockets hold
            publisher.settle()
        self.idle_readers.append(client)
        if len(self.idle_readers) > 3:
            self.idle_readers.pop(0).close()
        self.probe("gateway")

    def provide_and_vanish(self) -> None:
        """Close a provider with calls in flight: the system answers them at once."""
        begun = time.monotonic()
        self._call_provided(vanish=True)
        self.ledger.waited("a vanished provider's answer", begun)

    def provide_and_stay_silent(self) -> None:
        """Leave calls unanswered as a provider: they end with their timeout."""
        self._call_provided(vanish=False)

    def _call_provided(self, vanish: bool) -> None:
        self._services += 1
        service = f"/faults/service_{self._services}"
        with Client(self.runtime.port) as provider, Client(self.runtime.port) as caller:
            provider.send(op="advertise_service", service=service)
            provider.status()
            calls = [caller.begin(service, timeout=PATIENCE if vanish else 0.2) for _ in range(5)]
            for _ in calls:
                provider.next(lambda message: message["op"] == "call_service")
            if vanish:
                provider.close()
            for call in calls:
                answer = caller.response(call, PATIENCE / 2)
                if answer["result"]:
                    self.ledger.violation(f"nobody answered {service}, and yet: {answer}")
