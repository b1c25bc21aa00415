"""Optional fields of operations: a wrong one means the default, and its client is told."""

import pytest

from protocol import limits
from protocol.operations import read_operation


@pytest.mark.parametrize(
    "timeout, read",
    [
        (2, 2.0),
        (0.25, 0.25),
        (3600, 3600.0),
        (None, None),
        (0, "timeout must be a finite number above 0, got 0"),
        (-1, "timeout must be a finite number above 0, got -1"),
        (True, "timeout must be a finite number above 0, got true"),
        ("3", 'timeout must be a finite number above 0, got "3"'),
        (10**400, "timeout must be a finite number above 0"),
        ([], "timeout must be a finite number above 0, got []"),
    ],
    ids=lambda value: repr(value)[:12],
)
def test_a_timeout_that_is_no_positive_number_is_ignored_and_told(timeout, read):
    call = read_operation({"op": "call_service", "service": "/s", "timeout": timeout})
    if isinstance(read, str):
        assert call.timeout is None and call.ignored.startswith(read)
    else:
        assert (call.timeout, call.ignored) == (read, "")


def test_a_timeout_above_the_limit_is_shortened_and_told():
    call = read_operation({"op": "call_service", "service": "/s", "timeout": 1e9})
    assert call.timeout == limits.LONGEST_TIMEOUT
    assert call.ignored == "timeout must be at most 3600, got 1e+09"


@pytest.mark.parametrize(
    "rate, length, read",
    [
        (100, 5, (100.0, 5)),
        (0, 0, (0.0, 0)),
        (0.5, 3.0, (0.5, 3)),
        (-1, -1, (0.0, 0)),
        (None, None, (0.0, 0)),
        ("100", "5", (0.0, 0)),
        (True, True, (0.0, 0)),
        (10**400, 10**400, (0.0, 0)),
        ([], {}, (0.0, 0)),
        (1, 10**30, (1.0, limits.TOPIC_QUEUE)),
        (1, 1e300, (1.0, limits.TOPIC_QUEUE)),
    ],
    ids=lambda value: repr(value)[:12],
)
def test_subscription_terms_that_cannot_be_read_count_as_not_given(rate, length, read):
    subscribe = read_operation(
        {"op": "subscribe", "topic": "/t", "throttle_rate": rate, "queue_length": length}
    )
    assert (subscribe.throttle_rate, subscribe.queue_length) == read


ADVERTISE = {"op": "advertise", "topic": "/t"}
SUBSCRIBE = {"op": "subscribe", "topic": "/t"}
ADVERTISE_SERVICE = {"op": "advertise_service", "service": "/s"}
KEPT = "latch must be false, since later subscribers get nothing kept"


@pytest.mark.parametrize(
    "fields, told",
    [
        (ADVERTISE | {"type": "a/B", "latch": False, "queue_size": 100}, ""),
        (ADVERTISE | {"type": None, "latch": None, "queue_size": None}, ""),
        (ADVERTISE | {"type": 5}, "type must be a string of at most 1024 characters, got 5"),
        (SUBSCRIBE | {"type": []}, "type must be a string of at most 1024 characters, got []"),
        (ADVERTISE_SERVICE | {"type": True}, "type must be a string of at most 1024 characters"),
        (SUBSCRIBE | {"type": "x" * 1025}, "type must be a string of at most 1024 characters"),
        (ADVERTISE | {"latch": True}, f"{KEPT}, got true"),
        (ADVERTISE | {"latch": 0}, f"{KEPT}, got 0"),
        (ADVERTISE | {"queue_size": -1}, "queue_size must be a finite number at least 0, got -1"),
    ],
    ids=str,
)
def test_what_clients_say_about_a_topic_is_accepted_or_told(fields, told):
    read = read_operation(fields)
    assert read.ignored.startswith(told) and bool(read.ignored) == bool(told)
    assert read.type == ("a/B" if fields.get("type") == "a/B" else "")


@pytest.mark.parametrize(
    "rate, length, told",
    [
        (100, 5, []),
        (None, None, []),
        ("100", 5, ['throttle_rate must be a finite number at least 0, got "100"']),
        (100, -1, ["queue_length must be a finite number at least 0, got -1"]),
        (True, [], ["throttle_rate", "queue_length"]),
    ],
)
def test_each_subscription_term_that_cannot_be_read_is_told(rate, length, told):
    fields = {"op": "subscribe", "topic": "/t", "throttle_rate": rate, "queue_length": length}
    ignored = read_operation(fields).ignored
    sentences = ignored.split("; ") if ignored else []
    assert [sentence[: len(start)] for sentence, start in zip(sentences, told)] == told
    assert len(sentences) == len(told)
