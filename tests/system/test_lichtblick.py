"""Lichtblick's own packages connect, follow its recipe and decode every topic.

It needs node, and the folder node_modules with @lichtblick/roslibjs, @lichtblick/rosmsg,
@lichtblick/rosmsg2-serialization and ws, which the environment variable LICHTBLICK_MODULES names.
"""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from protocol import names
from protocol.interfaces import Interfaces
from protocol.typed import Typed

pytest.importorskip("rosbags")
pytest.importorskip("websockets")
MODULES = os.environ.get("LICHTBLICK_MODULES", "")
SCRIPT = Path(__file__).with_name("lichtblick.cjs")
pytestmark = [
    pytest.mark.skipif(not MODULES or not shutil.which("node"), reason="LICHTBLICK_MODULES, node"),
    pytest.mark.parametrize("links", [2, 3]),
]


@pytest.fixture
def lichtblick(runtime):
    """The script, subscribed to all topics; its end is waited for."""
    command = ["node", str(SCRIPT), MODULES, f"ws://127.0.0.1:{runtime.port}"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout.readline() == "ready\n"
        yield process
        process.kill()


def happen(client, links):
    """Let every topic have a message."""
    for topic in (names.MOTION_RESULT, names.IK_RESULT, names.IK_TRIAL_STATUS, names.DIAGNOSTICS):
        client.subscribe(topic)
    client.call(names.ENABLE, {"data": True})
    client.call(names.RESET)
    client.call(names.MOVE_JOINTS, {"positions": [0.1] * links, "duration": 0.1})
    client.message(names.MOTION_RESULT)
    client.call(names.SEND_GOAL, {"x": 1.2, "y": 0.8, "success_hold": 0.0})
    client.message(names.IK_RESULT)
    client.publish(names.JOINT_TRAJECTORY, {"points": []})  # which /rosout tells
    client.call(names.START_TRIAL, {"duration": 0.2})
    client.call(names.SET_PARAMS, {"masses": [2.0] * links})
    while client.message(names.IK_TRIAL_STATUS)["running"]:
        pass
    client.message(names.DIAGNOSTICS)


def typed(interfaces, type, message):
    """A JSON message with all fields of its type, by the rules of protocol/definitions."""

    class Classes(dict):
        def __missing__(self, name):
            fields = [field.name for field in interfaces.message(name).fields]
            return lambda *values: dict(zip(fields, values))

    filled = Typed(interfaces, Classes(), lambda kind, values: values).converter(type)(message)
    return json.loads(json.dumps(filled).replace("NaN", '"NaN"'))


def test_no_alert_every_topic_decoded_and_all_numbers_equal(lichtblick, client, links):
    happen(client, links)
    heard = json.loads(lichtblick.communicate("done\n", timeout=20)[0])
    assert heard["alerts"] == []
    assert set(heard["types"]) == set(names.TOPIC_TYPES)
    interfaces = Interfaces()
    for topic, type in heard["types"].items():
        sent = heard["json"][topic]
        full = [typed(interfaces, type, message) for message in sent]
        assert heard["raw"][topic] and heard["cbor"][topic], topic
        assert all(message in full for message in heard["raw"][topic]), topic
        assert all(message in sent for message in heard["cbor"][topic]), topic
