"""The outbox: order for each recipient, packets of several letters, and full mailboxes."""

import time
from queue import Full

import pytest
from crew import call, letters, reply

from actors.kernel.letters import KINDS, Publication, ServiceReply
from actors.kernel.outbox import Outbox


@pytest.fixture
def outbox(system):
    return Outbox(system, "boss")


FILLER = KINDS.index(Publication)


def note(number, size=10):
    return Publication("/number", (number, b"x" * size))


def fill(mailbox, size=1000):
    """Until there is no room; how many letters it took."""
    count = 0
    try:
        while True:
            mailbox.put([(FILLER, "", b"x" * size)])
            count += 1
    except Full:
        return count


def test_nothing_leaves_before_the_flush(system, outbox):
    outbox.add("clerk", note(1), keep=True)
    assert outbox and letters(system, "clerk") == []
    outbox.flush()
    assert not outbox and letters(system, "clerk") == [note(1)]


def test_letters_to_one_recipient_keep_their_order_over_a_time_without_room(system, outbox):
    fill(system["clerk"].mailbox)
    for number in range(20):
        outbox.add("clerk", note(number, 2000), keep=True)
    outbox.flush()
    assert outbox
    seen = []
    while outbox:
        seen += letters(system, "clerk")
        outbox.flush()
    seen += letters(system, "clerk")
    assert [letter.message[0] for letter in seen if letter.topic == "/number"] == list(range(20))


def test_a_full_mailbox_holds_up_nobody_elses_letters(system, outbox):
    fill(system["clerk"].mailbox)
    outbox.add("clerk", note(1, 2000), keep=True)
    outbox.add("gateway", note(2), keep=True)
    outbox.flush()
    assert letters(system, "gateway") == [note(2)]


def test_what_need_not_be_kept_is_dropped_from_a_full_mailbox_and_counted(system, outbox):
    fill(system["clerk"].mailbox)
    for number in range(10):
        outbox.add("clerk", note(number, 2000), keep=number % 2 == 0)
    outbox.flush()
    assert sum(system["clerk"].drops) == 5
    letters(system, "clerk")
    outbox.flush()
    assert [letter.message[0] for letter in letters(system, "clerk")] == [0, 2, 4, 6, 8]


@pytest.mark.parametrize("kind", [call("/double"), reply(1)], ids=["call", "reply"])
def test_what_is_meant_for_another_incarnation_is_not_sent(system, outbox, kind):
    outbox.add("clerk", kind, keep=True)
    outbox.add("clerk", note(1), keep=True)
    system.record_death("clerk", -9)
    letters(system, "clerk")
    outbox.add("clerk", kind._replace(incarnation=1), keep=True)
    outbox.flush()
    assert letters(system, "clerk") == [note(1), kind._replace(incarnation=1)]


def test_no_answer_is_ever_dropped_however_many_wait(system, outbox):
    """Somebody waits for each; the limit of calls in flight bounds their number."""
    fill(system["clerk"].mailbox)
    for token in range(10_000):
        outbox.add("clerk", reply(token), keep=True)
    outbox.flush()
    seen = []
    deadline = time.monotonic() + 20
    while outbox and time.monotonic() < deadline:
        seen += letters(system, "clerk")
        outbox.flush()
    seen += letters(system, "clerk")
    assert [letter.token for letter in seen if isinstance(letter, ServiceReply)] == list(
        range(10_000)
    )


# -- packets -------------------------------------------------------------------------------------
def packets(system, name):
    """The packets in a mailbox, by the number of their letters."""
    sizes = []
    while not system[name].mailbox.empty():
        sizes.append(len(system[name].mailbox.get(0)))
    return sizes


@pytest.mark.parametrize("count, sizes", [(1, [1]), (64, [64]), (65, [64, 1]), (150, [64, 64, 22])])
def test_letters_of_one_flush_travel_together(system, outbox, count, sizes):
    for number in range(count):
        outbox.add("clerk", note(number), keep=True)
    outbox.flush()
    assert packets(system, "clerk") == sizes


def test_long_letters_travel_alone(system, outbox):
    """So their reader can show life between them, and short ones still travel together."""
    for number in range(4):
        outbox.add("clerk", note(number, size=100_000), keep=True)
    outbox.flush()
    assert packets(system, "clerk") == [1, 1, 1, 1]


def test_order_is_kept_where_short_and_long_letters_mix(system, outbox):
    for number in range(20):
        outbox.add("clerk", note(number, size=40_000 if number % 7 == 0 else 10), keep=True)
    outbox.flush()
    assert [letter.message[0] for letter in letters(system, "clerk")] == list(range(20))


def test_an_object_in_two_letters_arrives_as_two(system, outbox):
    """The receiver of one letter may change what is in it."""
    values = {"list": [1]}
    for token in range(2):
        outbox.add("clerk", reply(token, values), keep=True)
    outbox.flush()
    one, other = letters(system, "clerk")
    one.values["list"].append(2)
    assert other.values == {"list": [1]}
