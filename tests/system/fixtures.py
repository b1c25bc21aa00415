"""Fixtures for tests of the running system: a runtime per module and number of links, and clients.

Before each test the settings of the runtime are those of a fresh one.
"""

from collections.abc import Callable, Iterator
from functools import cache

import pytest
from goal_steps import CANCEL, STOP, begin_anew
from harness import Client, Runtime
from joint_limits import make_anew

SETTINGS = (
    "/arm_sim/set_integrator",
    "/arm_sim/set_params",
    "/pid_controller/set_gains",
    "/arm_sim/pause",
    "/pid_controller/enable",
)


@pytest.fixture(scope="module")
def runtimes() -> Iterator[Callable[[int], Runtime]]:
    running: list[Runtime] = []

    @cache
    def of(links: int) -> Runtime:
        running.append(runtime := Runtime(links))
        with Client(runtime.port) as client:
            runtime.defaults = {service: client.call(service)["values"] for service in SETTINGS}
        return runtime

    yield of
    for runtime in running:
        runtime.close()


@pytest.fixture(params=[2, 3], ids="{} links".format)
def links(request: pytest.FixtureRequest) -> int:
    return request.param


@pytest.fixture
def runtime(runtimes: Callable[[int], Runtime], links: int) -> Runtime:
    """A runtime with every setting at its default, and the arm in its starting pose."""
    runtime = runtimes(links)
    with Client(runtime.port) as client:
        calls = [client.begin(service, values) for service, values in runtime.defaults.items()]
        calls.append(client.begin("/arm_sim/reset"))
        assert all(client.response(call)["result"] for call in calls)
    return runtime


@pytest.fixture
def client(runtime: Runtime) -> Iterator[Client]:
    with Client(runtime.port) as client:
        yield client


@pytest.fixture
def connect(runtime: Runtime) -> Iterator[Callable[[], Client]]:
    """Further clients of the same runtime."""
    clients: list[Client] = []

    def another() -> Client:
        clients.append(Client(runtime.port))
        return clients[-1]

    yield another
    for client in clients:
        client.close()


@pytest.fixture
def no_goal_yet(client: Client) -> None:
    """No goal and no trial is under way; the client receives all that they publish from now on."""
    begin_anew(client)


@pytest.fixture
def arm_as_made(client: Client, links: int) -> None:
    """No goal and no trial is under way, and the arm has no links, damping or limits of its own."""
    client.call(STOP)
    client.call(CANCEL)
    make_anew(client, links)
