"""WebSocket clients of the running system, beside those of TCP."""

import json
import threading
import time

import pytest
from harness import Client, Runtime
from processes import PATIENCE

websockets = pytest.importorskip("websockets")

connect = pytest.importorskip("websockets.sync.client").connect
ConnectionClosed = websockets.exceptions.ConnectionClosed
InvalidStatus = websockets.exceptions.InvalidStatus

QUERY = "/arm_sim/set_params"
CLIENTS = 20
# Few messages wait unread in a client. Before version 14, no option was needed for that.
FEW = {"max_queue": 1} if int(websockets.__version__.split(".")[0]) >= 14 else {}


@pytest.fixture(scope="module")
def runtime():
    with Runtime() as runtime:
        yield runtime


def open_web(runtime, **options):
    return connect(f"ws://127.0.0.1:{runtime.port}/any", open_timeout=PATIENCE, **options)


def say(web, **operation):
    web.send(json.dumps(operation))


def hear(web):
    return json.loads(web.recv(PATIENCE))


def call(web, service=QUERY, args=None, **fields):
    say(web, op="call_service", service=service, args=args or {}, **fields)
    while (message := hear(web))["op"] != "service_response":
        pass
    return message


def test_a_call_has_the_same_answer_as_over_tcp(runtime):
    with open_web(runtime) as web, Client(runtime.port) as client:
        answer = call(web, id=7)
        assert answer == client.call(QUERY, id=7) and answer["result"]


def test_what_one_client_publishes_reaches_those_of_tcp_and_websocket(runtime):
    with open_web(runtime) as web, Client(runtime.port) as client:
        client.subscribe("/talk")
        say(web, op="subscribe", topic="talk", compression="none")
        say(web, op="publish", topic="/talk", msg={"data": "ä" * 100_000})
        assert client.message("/talk") == {"data": "ä" * 100_000}
        assert hear(web) == {"op": "publish", "topic": "talk", "msg": {"data": "ä" * 100_000}}


def test_an_answer_of_megabytes_is_one_message(runtime):
    step = {"function": "t", "x0": 0, "dt": 0.001, "steps": 50_000, "integrator": "rk4"}
    with open_web(runtime, max_size=None) as web:
        answer = call(web, "/arm_sim/integration_step", step)
        assert len(answer["values"]["times"]) == 50_001


def test_a_client_that_does_not_read_disturbs_nobody_and_keeps_only_new_messages(runtime):
    with open_web(runtime, max_size=None, **FEW) as slow, Client(runtime.port) as client:
        say(slow, op="subscribe", topic="/much", queue_length=1)
        call(slow)
        for number in range(30):
            client.publish("/much", [number, "x" * 400_000])
        assert client.call(QUERY)["result"]
        numbers = [hear(slow)["msg"][0]]
        while numbers[-1] < 29:
            numbers.append(hear(slow)["msg"][0])
        assert numbers == sorted(set(numbers)) and len(numbers) < 30


def test_a_page_of_another_machine_is_refused(runtime):
    with pytest.raises(InvalidStatus) as refused:
        open_web(runtime, origin="https://evil.example")
    assert refused.value.response.status_code == 403


def come_back(runtime, connected, times):
    """Lose a connection, and call a service on a new one."""
    with open_web(runtime) as web:
        say(web, op="subscribe", topic="/joint_states")
        hear(web)
        connected.wait(PATIENCE)
        with pytest.raises(ConnectionClosed):
            while True:
                web.recv(PATIENCE)
    with open_web(runtime) as again:
        assert call(again)["result"]
        times.append(time.monotonic())


def test_all_clients_are_back_within_a_second_of_a_kill_of_the_gateway(runtime):
    connected = threading.Barrier(CLIENTS + 1)
    times = []
    threads = [
        threading.Thread(target=come_back, args=(runtime, connected, times)) for _ in range(CLIENTS)
    ]
    for thread in threads:
        thread.start()
    connected.wait(PATIENCE)
    killed = time.monotonic()
    runtime.kill("gateway")
    for thread in threads:
        thread.join(PATIENCE)
    assert len(times) == CLIENTS and max(times) - killed < 1.0


def test_clients_are_told_that_the_runtime_stops():
    with Runtime() as runtime, open_web(runtime) as web, Client(runtime.port) as client:
        call(web)
        assert runtime.stop() == 0
        with pytest.raises(ConnectionClosed) as closed:
            web.recv(PATIENCE)
        assert closed.value.rcvd and closed.value.rcvd.code == 1001
        with pytest.raises(ConnectionError):
            client.receive()
