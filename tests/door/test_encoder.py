"""Binary messages as clients decode them: CBOR, and CDR within it."""

import json
import math
import struct
import sys

import pytest

from actors.door.encoder import LazyEncoder
from protocol import limits, names
from protocol.forms import CBOR, CBOR_RAW, CannotEncode, DoesNotFit, Form
from protocol.interfaces import Interfaces
from protocol.lines import Binary
from protocol.trajectory import joint_state
from protocol.wire import encode

cbor2 = pytest.importorskip("cbor2")
STATE_TYPE = "sensor_msgs/msg/JointState"
STATE = joint_state(2.000000001, (0.1, 1 / 3), (math.pi, -0.0), (1e300, 5e-324))
NOW = 5_000_000_007  # ns


def made(compression, type, message, topic="/joint_states"):
    """The publication, decoded from CBOR."""
    encoder = LazyEncoder(clock=lambda: NOW)
    assert loaded(encoder, compression, type) == ""
    line = encoder.encode(Form(topic, compression), type, encode(message))
    assert isinstance(line, Binary)
    return cbor2.loads(line)


def loaded(encoder, compression, type):
    """Load what is needed; return the problem."""
    assert encoder.is_ready(compression, type) is not encoder.is_loading
    while encoder.is_loading:
        encoder.load_more()
    assert encoder.is_ready(compression, type)
    return encoder.problem(compression, type)


def from_cdr(type, data):
    """A message of one of the known types, as rosbags reads it."""
    typesys = pytest.importorskip("rosbags.typesys")
    interfaces = Interfaces()
    store = typesys.get_typestore(typesys.Stores.EMPTY)
    for name in (type, *(name for name, _ in interfaces.used_by(interfaces.message(type)))):
        store.register(typesys.get_types_from_msg(interfaces.text(name), name))
    return store.deserialize_cdr(data, type)


# -- cbor ----------------------------------------------------------------------------------------
def test_cbor_is_the_whole_publication_with_arrays_of_numbers_as_typed_arrays():
    publication = made(CBOR, STATE_TYPE, STATE, topic="joint_states")
    assert (publication["op"], publication["topic"]) == ("publish", "joint_states")
    message = publication["msg"]
    assert message["header"] == STATE["header"] and message["name"] == STATE["name"]
    for field in ("position", "velocity", "effort"):
        array = message[field]
        assert array.tag == 86  # float64, little endian
        assert struct.unpack("<2d", array.value) == STATE[field]


@pytest.mark.parametrize(
    "type, message",
    [
        ("", {"a": [1, 2], "b": None}),
        ("unknown_msgs/msg/Thing", {"a": [1.5]}),
        ("std_msgs/msg/String", {"data": "é"}),
        (STATE_TYPE, {"position": [1, None], "name": ["a"]}),
        (STATE_TYPE, "anything"),
        ("pendularm_msgs/msg/Figures", {"mean": None, "drawn": [[0.1, 0.2]]}),
    ],
    ids=str,
)
def test_all_else_in_cbor_is_as_in_json(type, message):
    assert made(CBOR, type, message)["msg"] == message


# -- cbor-raw ------------------------------------------------------------------------------------
def test_cbor_raw_has_the_time_and_the_bytes_of_cdr_with_all_digits():
    pytest.importorskip("rosbags")
    raw = made(CBOR_RAW, STATE_TYPE, STATE)["msg"]
    assert (raw["secs"], raw["nsecs"]) == (5, 7) and raw["bytes"][:4] == b"\x00\x01\x00\x00"
    message = from_cdr(STATE_TYPE, raw["bytes"])
    assert (message.header.stamp.sec, message.header.stamp.nanosec) == (2, 1)
    assert message.name == STATE["name"]
    for field in ("position", "velocity", "effort"):
        assert tuple(getattr(message, field)) == STATE[field]


@pytest.mark.parametrize("type", sorted(set(names.TOPIC_TYPES.values())))
def test_every_topic_of_ours_can_be_serialized(type):
    pytest.importorskip("rosbags")
    from_cdr(type, made(CBOR_RAW, type, {})["msg"]["bytes"])


def test_null_becomes_what_the_definitions_say():
    type = "pendularm_msgs/msg/TrialStatus"
    message = {"running": True, "target": None, "error": None, "desired_positions": None}
    pytest.importorskip("rosbags")
    read = from_cdr(type, made(CBOR_RAW, type, message)["msg"]["bytes"])
    assert read.running and math.isnan(read.error) and len(read.desired_positions) == 0
    assert math.isnan(read.target.x) and math.isnan(read.target.phi)


@pytest.mark.parametrize("type, reason", [("", "nobody"), ("a_msgs/msg/B", "a_msgs/msg/B")])
def test_a_message_without_a_known_type_cannot_be_raw(type, reason):
    pytest.importorskip("rosbags")
    with pytest.raises(CannotEncode, match=reason):
        made(CBOR_RAW, type, {})


@pytest.mark.parametrize("message", [{"data": 1}, {"data": "\ud800"}, "text", [1, 2]], ids=ascii)
def test_a_message_that_does_not_fit_its_type_is_refused(message):
    pytest.importorskip("rosbags")
    with pytest.raises(DoesNotFit):
        made(CBOR_RAW, "std_msgs/msg/String", message)


# -- both ----------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "message, named",
    [
        ("x" * limits.ENCODED_BYTES, limits.ENCODED_BYTES),
        ([{}] * limits.ENCODED_OBJECTS, limits.ENCODED_OBJECTS),
    ],
    ids=["bytes", "objects"],
)
def test_a_large_message_is_not_encoded(message, named):
    with pytest.raises(CannotEncode, match=str(named)):
        made(CBOR, "", message)


@pytest.mark.parametrize(
    "compression, absent, told",
    [
        (CBOR, "cbor2", "the Python package cbor2 is missing"),
        (CBOR_RAW, "cbor2", "the Python package cbor2 is missing"),
        (CBOR_RAW, "rosbags", "the Python package rosbags is missing"),
    ],
)
def test_a_missing_package_is_named_with_the_command_that_brings_it(
    monkeypatch, compression, absent, told
):
    for module in list(sys.modules):
        if module.startswith(("actors.door.cbor", "actors.door.cdr", absent)):
            monkeypatch.delitem(sys.modules, module)
    for module in ("cbor", "cdr"):
        monkeypatch.delattr(f"actors.door.{module}", raising=False)
    monkeypatch.setitem(sys.modules, absent, None)  # as if it were not installed
    problem = loaded(LazyEncoder(), compression, STATE_TYPE)
    command = "make web" if absent == "cbor2" else "make foxglove"
    assert problem.startswith(told) and f"`{command}`" in problem


def test_what_is_loaded_for_one_client_is_ready_for_the_next():
    encoder = LazyEncoder()
    loaded(encoder, CBOR, STATE_TYPE)
    assert encoder.is_ready(CBOR, "") and not encoder.is_loading


def test_nothing_is_loaded_before_it_is_wanted():
    """In a Python of its own, since this one has loaded it all."""
    import subprocess

    source = "import sys, actors.gateway; print([m in sys.modules for m in ('cbor2', 'rosbags')])"
    said = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True)
    assert json.loads(said.stdout.lower()) == [False, False]
