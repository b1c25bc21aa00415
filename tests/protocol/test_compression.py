"""Subscriptions that ask for compressed messages, with an encoder that only notes what it does."""

import pytest
from hub import Hub

from protocol.effects import Send, Status
from protocol.forms import CannotEncode, DoesNotFit
from protocol.lines import Binary
from protocol.operations import read_operation

STATES = "/joint_states"
STATES_TYPE = "sensor_msgs/msg/JointState"
CBORS = ["cbor", "cbor-raw"]


class Encoder:
    """Writes the form and the type in front of the message."""

    def __init__(self):
        self.missing = ""
        self.refusal = None
        self.ready = True
        self.loaded = []
        self.encoded = []

    def is_ready(self, compression, type):
        return self.ready

    def problem(self, compression, type):
        self.loaded.append((compression, type))
        return self.missing

    def encode(self, form, type, msg):
        if self.refusal:
            raise self.refusal
        self.encoded.append(form)
        return Binary(f"{form.spelled} {form.compression} {type} {msg.decode()}".encode())


class Room(Hub):
    """A hub whose clients speak WebSocket, with what each is sent in binary and as JSON."""

    def __init__(self, *clients):
        super().__init__(*clients)
        self.encoder = Encoder()
        self.bridge.topics._encoder = self.encoder
        for session in self.bridge.sessions.values():
            session.websocket = True

    def subscribe(self, client, topic=STATES, **fields):
        return self.told(self.effects(client, "subscribe", topic=topic, **fields))

    def publish(self, topic, msg):
        return self.bridge.topics.deliver(topic, msg, self.now)

    def told(self, effects):
        return [each.text for each in effects if isinstance(each, Status)][1:]  # the confirmation


def sent(effects):
    return [effect.line for effect in effects if isinstance(effect, Send)]


def texts(effects):
    return [effect.text for effect in effects if isinstance(effect, Status)]


@pytest.mark.parametrize("compression", CBORS)
def test_a_message_is_sent_in_the_form_that_the_subscription_asks_for(compression):
    room = Room("ann")
    assert room.subscribe("ann", compression=compression) == []
    assert room.encoder.loaded == [(compression, STATES_TYPE)]
    [line] = sent(room.publish(STATES, b"{}"))
    assert isinstance(line, Binary)
    assert line == f"{STATES} {compression} {STATES_TYPE} {{}}".encode()


@pytest.mark.parametrize("compression", ["none", "png", None])
def test_without_compression_or_with_png_it_is_json_and_nothing_is_loaded(compression):
    room = Room("ann")
    assert room.subscribe("ann", compression=compression) == []
    assert sent(room.publish(STATES, b"{}"))[0].startswith(b"{") and not room.encoder.loaded


@pytest.mark.parametrize("compression", ["zip", "CBOR", 1, ["cbor"]])
def test_an_unknown_compression_is_ignored_and_told(compression):
    room = Room("ann")
    [told] = room.subscribe("ann", compression=compression)
    assert told.startswith(
        "subscribe: ignored: compression must be one of none, png, cbor, cbor-raw"
    )
    assert sent(room.publish(STATES, b"{}"))[0].startswith(b"{")


def test_a_subscription_waits_until_what_it_needs_is_loaded():
    room = Room("ann", "bob")
    room.encoder.ready = False
    assert room.effects("ann", "subscribe", topic=STATES, compression="cbor") is None
    assert room.subscribe("bob", compression="none") == []
    room.encoder.ready = True
    assert room.subscribe("ann", compression="cbor") == []


def test_it_is_encoded_once_for_all_clients_that_want_the_same_form():
    room = Room(*"abcd")
    for client, compression in zip("abcd", ("cbor", "cbor", "cbor-raw", "none")):
        room.subscribe(client, compression=compression)
    lines = sent(room.publish(STATES, b"{}"))
    assert len(lines) == 4 and lines[0] is lines[1] and len(room.encoder.encoded) == 2


def test_nothing_is_encoded_for_a_client_whose_throttle_drops_it():
    room = Room("ann")
    room.subscribe("ann", compression="cbor", throttle_rate=1000)
    room.publish(STATES, b"1")
    assert sent(room.publish(STATES, b"2")) == [] and len(room.encoder.encoded) == 1


@pytest.mark.parametrize(
    "asked, counts",
    [
        (["none", "cbor"], "cbor"),
        (["cbor", "none"], "cbor"),
        (["cbor-raw", "cbor"], "cbor-raw"),
        (["cbor", "cbor-raw", "png"], "cbor-raw"),
    ],
)
def test_of_several_subscriptions_to_a_topic_one_compression_counts(asked, counts):
    room = Room("ann")
    for id, compression in enumerate(asked):
        room.subscribe("ann", compression=compression, id=id)
    [line] = sent(room.publish(STATES, b"{}"))
    assert line.startswith(f"{STATES} {counts} ".encode())
    room.effects("ann", "unsubscribe", topic=STATES, id=asked.index(counts))
    [line] = sent(room.publish(STATES, b"{}"))
    assert not line.startswith(f"{STATES} {counts} ".encode())


def test_each_spelling_of_the_topic_has_its_own_message():
    room = Room("ann")
    for topic in (STATES, STATES[1:]):
        room.subscribe("ann", topic, compression="cbor", id=topic)
    lines = sent(room.publish(STATES, b"{}"))
    assert [line.split()[0].decode() for line in lines] == [STATES, STATES[1:]]


@pytest.mark.parametrize("compression", CBORS)
def test_a_client_that_cannot_have_it_is_told_once_and_gets_json(compression):
    room = Room("ann")
    room.encoder.missing = "rosbags is missing"
    [told] = room.subscribe("ann", compression=compression)
    assert told == f"subscribe: messages come as JSON, not as {compression}: rosbags is missing"
    assert room.subscribe("ann", "/tf", compression=compression) == []
    assert sent(room.publish(STATES, b"{}"))[0].startswith(b"{")


def test_a_client_of_plain_tcp_cannot_have_it():
    room = Room("ann")
    room.bridge.sessions[room.numbers["ann"]].websocket = False
    [told] = room.subscribe("ann", compression="cbor")
    assert "only WebSocket clients" in told and not room.encoder.loaded
    assert sent(room.publish(STATES, b"{}"))[0].startswith(b"{")


def test_a_message_that_cannot_be_encoded_comes_as_json_and_that_is_told_once():
    room = Room("ann", "bob")
    room.subscribe("ann", "/foreign", compression="cbor-raw")
    room.subscribe("bob", "/foreign")
    room.encoder.refusal = CannotEncode("nobody has named a type")
    effects = room.publish("/foreign", b"1")
    assert all(line.startswith(b"{") for line in sent(effects)) and len(sent(effects)) == 2
    assert texts(effects) == [
        "/foreign is wanted as cbor-raw, but a message is sent as JSON: nobody has named a type"
    ]
    assert texts(room.publish("/foreign", b"2")) == []


def test_a_message_that_is_none_of_its_type_is_not_sent_in_its_form_but_to_others():
    room = Room("ann", "bob")
    room.subscribe("ann", compression="cbor-raw")
    room.subscribe("bob")
    room.encoder.refusal = DoesNotFit("name must be a list, got 1")
    effects = room.publish(STATES, b'{"name":1}')
    assert [effect.session for effect in effects if isinstance(effect, Send)] == [
        room.numbers["bob"]
    ]
    [told] = texts(effects)
    assert told.endswith("a message does not fit its type: name must be a list, got 1")


def test_the_present_message_of_a_latched_topic_comes_in_the_form_asked_for():
    room = Room("ann", "bob")
    topic = "/robot_description"
    room.subscribe("ann", topic, compression="cbor")
    room.publish(topic, b"{}")
    lines = sent(room.effects("bob", "subscribe", topic=topic, compression="cbor"))
    assert [line.split()[1] for line in lines] == [b"cbor"] and len(room.encoder.encoded) == 1


def test_the_type_of_a_foreign_topic_is_the_one_that_clients_name():
    room = Room("ann", "bob")
    room.effects("bob", "advertise", topic="/foreign", type="std_msgs/String")
    room.subscribe("ann", "/foreign", compression="cbor-raw")
    op = read_operation({"op": "publish", "topic": "/foreign", "msg": {"data": "x"}})
    effects = room.bridge.receive(room.numbers["bob"], op, room.now)
    assert sent(effects) == [b'/foreign cbor-raw std_msgs/msg/String {"data":"x"}']
