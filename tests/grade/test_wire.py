"""The grader's client understands whatever a server sends, and tells what is wrong with it."""

import math
import socket
from collections.abc import Iterator

import pytest

from tests.grade.values import is_number, is_vector, read_sample
from tests.grade.wire import Gone, Wire, read_line

ANSWER = b'{"op":"service_response","id":"a","values":{},"result":true,"status":""}'


@pytest.fixture
def server() -> Iterator[tuple[Wire, socket.socket]]:
    """A connection, and the server's end of it."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        wire = Wire(*listener.getsockname()[:2])
        connection, _ = listener.accept()
    with wire, connection:
        yield wire, connection


@pytest.mark.parametrize(
    "line, fault",
    [
        (b'{"a":1}', ""),
        (b'{"a":NaN}', "NaN is not JSON"),
        (b'{"a":[1,-Infinity]}', "-Infinity is not JSON"),
        (b"\xff", "it is not UTF-8"),
    ],
)
def test_a_line_is_read_and_its_fault_is_told(line: bytes, fault: str) -> None:
    assert read_line(line)[1] == fault


def test_a_line_with_nan_is_understood_all_the_same() -> None:
    assert math.isnan(read_line(b'{"a":NaN}')[0]["a"])


@pytest.mark.parametrize("line", [b"[" * 100_000, b"{", b"nothing", b"1" * 5000])
def test_no_line_breaks_the_reader(line: bytes) -> None:
    read_line(line)


@pytest.mark.parametrize("cut", [1, 30, len(ANSWER)])
def test_answers_may_come_in_pieces(server: tuple[Wire, socket.socket], cut: int) -> None:
    wire, connection = server
    wire.awaited.add('"a"')
    connection.sendall(ANSWER[:cut])
    assert wire.wait(0.02, lambda: wire.answers) is (cut == len(ANSWER))
    connection.sendall(ANSWER[cut:] + b"\n")
    assert wire.wait(2.0, lambda: wire.answers)


def test_only_answers_that_are_waited_for_are_kept(server: tuple[Wire, socket.socket]) -> None:
    wire, connection = server
    connection.sendall(ANSWER + b"\n")
    assert not wire.wait(0.05, lambda: wire.answers)


def test_a_second_answer_is_noted(server: tuple[Wire, socket.socket]) -> None:
    wire, connection = server
    wire.awaited.add('"a"')
    connection.sendall((ANSWER + b"\n") * 2)
    assert wire.wait(2.0, lambda: wire.repeated == ['"a"'])


def test_a_closed_connection_is_told(server: tuple[Wire, socket.socket]) -> None:
    wire, connection = server
    connection.close()
    with pytest.raises(Gone):
        wire.wait(2.0)


@pytest.mark.parametrize("value", [True, "1", None, math.nan, math.inf, 10**400, [1]])
def test_what_is_no_finite_number_is_none(value: object) -> None:
    assert not is_number(value) and not is_vector([value], 1)


def test_entries_of_a_state_that_are_no_numbers_are_not_finite() -> None:
    message = {"position": [1, None], "velocity": [0, 0], "effort": ["x", 0]}
    sample = read_sample(message, 2, 0.0)
    assert sample is not None and sample.q[0] == 1 and math.isnan(sample.q[1])
    assert math.isnan(sample.effort[0]) and sample.stamp == 0
