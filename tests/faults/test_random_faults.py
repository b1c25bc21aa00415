"""Faults at random under load: FAULTS of them (20 by default), drawn with SEED (1 by default).

The summary of pytest shows the report.
"""

import os
import signal
import socket
import time

from faults import Faults
from goals import Goals, Trial
from harness import Client, Runtime
from health import Holdings, check_holdings, check_log, check_processes
from ledger import Ledger
from load import Integrate, IntegrateLong, Pid, Query, Settings, Solve, States
from probes import PROBES, REFUSING
from processes import descriptors, wait_until
from report import report

COUNT = int(os.environ.get("FAULTS") or 20)
SEED = int(os.environ.get("SEED") or 1)
LOAD = (Query, Solve, Integrate, IntegrateLong, Settings, States, Pid, Goals, Trial)
PAUSE = 0.03  # s between two faults at most


def test_faults_at_random_break_no_promise():
    ledger = Ledger()
    begun = time.monotonic()
    try:
        with Runtime() as runtime:
            before = Holdings.of(runtime)
            run(runtime, ledger)
            everyone_answers(runtime, ledger)
            wait_until(
                lambda: descriptors(runtime.pid_of("gateway")) <= before.gateway_descriptors + 2
            )
            check_processes(runtime, ledger)
            check_holdings(before, Holdings.of(runtime), ledger)
            it_ends_well(runtime, ledger)
    finally:
        report(
            f"{sum(ledger.faults.values())} faults, seed {SEED}, {time.monotonic() - begun:.0f} s",
            ledger,
        )
    assert not ledger.violations


def run(runtime, ledger):
    """Put the system under load, and do the faults meanwhile."""
    load = [client(runtime.port, ledger, SEED) for client in LOAD]
    faults = Faults(runtime, ledger, SEED)
    for client in load:
        client.start()
    try:
        for number, fault in enumerate(faults.deck(COUNT), 1):
            time.sleep(faults.random.uniform(0, PAUSE))
            name = fault.__name__.replace("_", " ")
            ledger.during = f"fault {number}, {name}"
            fault()
            ledger.faults[name] += 1
            if ledger.hopeless:
                break
        ledger.during = ""
    finally:
        for client in load:
            client.end()
        faults.close()


def everyone_answers(runtime, ledger):
    with Client(runtime.port) as client:
        for actor, (service, args) in PROBES.items():
            answer = client.call(service, args)
            if answer["result"] is (actor in REFUSING):
                ledger.violation(f"{service} answers {answer}")


def it_ends_well(runtime, ledger):
    begun = time.monotonic()
    code = runtime.stop(signal.SIGINT)
    ledger.figures["SIGINT to the end, s"] = f"{time.monotonic() - begun:.3f}"
    if code != 0:
        ledger.violation(f"exit code {code}")
    if not runtime.all_gone():
        ledger.violation("processes are left")
    socket.create_server(("127.0.0.1", runtime.port)).close()
    check_log(runtime.log(), ledger)
