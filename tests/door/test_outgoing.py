"""What one client is sent: which lines share a write, and what waits for a slow reader."""

import pytest
from fakes import Host, Transport

from actors.door.outgoing import SOCKET_BUFFER, Outgoing
from protocol.budget import Budget

LAST = False  # no more answers are awaited
MORE = True


@pytest.fixture
def outgoing():
    return Writing(Transport())


class Writing(Outgoing):
    """Notes when it lines up for its turn to write, and has it in write_all()."""

    def __init__(self, transport):
        self.lined_up = 0
        super().__init__(transport, Budget().open(1), self.note)

    def note(self):
        self.lined_up += 1

    def write_all(self):
        """All pieces for which the socket has room."""
        assert self.lined_up == 1  # never twice
        self.lined_up = 0
        while self.write_piece():
            pass


def written(outgoing):
    return outgoing._transport.writes


@pytest.mark.parametrize(
    "said, writes",
    [
        ([("send", b"1"), ("send", b"2")], [b"1", b"2"]),
        ([("answer", b"1", LAST), ("answer", b"2", LAST)], [b"1", b"2"]),
        ([("answer", b"1", MORE), ("answer", b"2", MORE)], [b"12"]),
        ([("answer", b"1", MORE), ("answer", b"2", LAST)], [b"12"]),
        ([("answer", b"1", MORE), ("send", b"2"), ("answer", b"3", MORE)], [b"1", b"2", b"3"]),
        ([("send", b"1"), ("answer", b"2", MORE), ("answer", b"3", LAST)], [b"1", b"23"]),
    ],
)
def test_answers_of_a_round_share_a_write_and_other_lines_do_not(outgoing, said, writes):
    for method, *arguments in said:
        getattr(outgoing, method)(*arguments)
    outgoing.flush()
    assert written(outgoing) == writes


@pytest.mark.parametrize(
    "line, more, collected", [(b"1", LAST, False), (b"1", MORE, True)], ids=["last", "more"]
)
def test_an_answer_says_whether_it_waits_for_the_end_of_the_round(outgoing, line, more, collected):
    assert outgoing.answer(line, more) is collected
    assert written(outgoing) == ([] if collected else [line])


def test_long_answers_are_not_collected_without_bound(outgoing):
    for _ in range(3):
        outgoing.answer(bytes(SOCKET_BUFFER), MORE)
    outgoing.write_all()
    assert sum(map(len, written(outgoing))) >= 2 * SOCKET_BUFFER


def test_a_long_answer_is_written_after_those_that_were_collected_and_is_not_joined(outgoing):
    outgoing.answer(b"1", MORE)
    assert not outgoing.answer(b"2", MORE, (b"3", b"4"))
    assert written(outgoing) == [b"1", b"2", b"3", b"4"]


def test_a_client_with_one_call_in_flight_gets_its_answer_at_once_and_others_get_theirs_together():
    host = Host()
    client = host.connect()
    client.receive(b'{"op":"call_service","service":"/arm_sim/reset"}\n')
    host.answer()
    client.receive(b'{"op":"call_service","service":"/arm_sim/reset"}\n' * 5)
    host.answer(3)
    host.answer(2)
    assert [write.count(b"\n") for write in client.transport.writes] == [1, 3, 2]


def test_what_the_socket_has_no_room_for_waits_and_is_written_in_order(outgoing):
    outgoing.pause()
    outgoing.send(b"1")
    outgoing.answer(b"2", LAST)
    assert written(outgoing) == []
    outgoing.resume()
    outgoing.write_all()
    assert written(outgoing) == [b"1", b"2"]


def test_old_publications_give_way_to_new_ones_for_a_slow_reader(outgoing):
    outgoing.pause()
    for k in range(5):
        outgoing.send(b"%d" % k, "/t", 2)
    outgoing.resume()
    outgoing.write_all()
    assert written(outgoing) == [b"3", b"4"]


@pytest.mark.parametrize("length", [SOCKET_BUFFER, SOCKET_BUFFER + 1, 5 * SOCKET_BUFFER - 1])
def test_a_long_line_is_passed_on_in_pieces_and_counts_until_all_of_it_is(outgoing, length):
    line = bytes(range(250)) * (length // 250) + bytes(length % 250)
    outgoing.pause()
    outgoing.send(line)
    pieces = 0
    while outgoing.waiting:
        assert outgoing.waiting.bytes == length
        resume_for_one_write(outgoing)
        pieces += 1
    assert b"".join(written(outgoing)) == line and pieces == -(-length // SOCKET_BUFFER)


def resume_for_one_write(outgoing):
    """The socket has room, and is full again after the next write."""
    outgoing.resume()
    outgoing.lined_up = 0
    outgoing.pause()
    assert not outgoing.write_piece()


def test_a_long_publication_that_is_partly_written_does_not_give_way(outgoing):
    long = b"1" * SOCKET_BUFFER + b"2"
    outgoing.pause()
    outgoing.send(long, "/t", 1)
    resume_for_one_write(outgoing)
    outgoing.send(b"3", "/t", 1)
    outgoing.send(b"4", "/t", 1)
    outgoing.resume()
    outgoing.write_all()
    assert b"".join(written(outgoing)) == long + b"4"


def test_nothing_is_written_to_a_connection_that_is_closing(outgoing):
    outgoing._transport.close()
    outgoing.send(b"1")
    outgoing.answer(b"2", MORE)
    outgoing.flush()
    assert written(outgoing) == [] and not outgoing.waiting
