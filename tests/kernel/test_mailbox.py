"""The mailbox: order, room, long objects, and that it stays whole whichever process is killed."""

import errno
import multiprocessing
import os
import random
import select
import signal
import tempfile
import time
import zlib
from multiprocessing.sharedctypes import RawArray, RawValue
from queue import Empty, Full

import pytest
from processes import at_rest, descriptors, wait_until

from actors.kernel.mailbox import IN_FILE, PACKET, Mailbox

CONTEXT = multiprocessing.get_context("fork")
# pytest-timeout has a thread, and forking beside a thread is warned of.
pytestmark = pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")


@pytest.fixture
def start(doomed):
    """Run a function in a process, which ends with the test at the latest."""

    def start(function, *args):
        process = CONTEXT.Process(target=function, args=args, daemon=True)
        process.start()
        doomed.append(process.pid)
        return process

    return start


def drain(mailbox):
    found = []
    while not mailbox.empty():
        found.append(mailbox.get(0))
    return found


def test_letters_come_out_in_the_order_they_were_put_in_whatever_their_size(mailbox):
    sizes = [0, 1, PACKET - 100, PACKET, PACKET + 1, 10, 100_000, 5, 3_000_000, 7]
    for number, size in enumerate(sizes):
        mailbox.put((number, b"x" * size))
    assert [(number, len(data)) for number, data in drain(mailbox)] == list(enumerate(sizes))


@pytest.mark.parametrize(
    "letter", [None, "", {"a": [1, 2.5, None]}, ("tuple",), b"\0" * 10, "\ud800", 10**400]
)
def test_any_value_comes_out_as_it_was_put_in(mailbox, letter):
    mailbox.put(letter)
    assert mailbox.get(0) == letter


def test_an_empty_mailbox_says_so_at_once_or_after_the_timeout_of_its_reader(mailbox):
    assert mailbox.empty()
    begun = time.monotonic()
    with pytest.raises(Empty):
        mailbox.get(0)
    assert time.monotonic() - begun < 2.0
    with pytest.raises(Empty):
        mailbox.get(0.05)
    assert 0.04 < time.monotonic() - begun < 5.0


@pytest.mark.parametrize("size", [50, 5000, 100_000])
def test_a_full_mailbox_refuses_at_once_and_keeps_what_it_has(mailbox, size):
    before = descriptors(os.getpid())
    letters = 0
    begun = time.monotonic()
    with pytest.raises(Full):
        for _ in range(100_000):
            mailbox.put((letters, b"x" * size))
            letters += 1
    assert time.monotonic() - begun < 10
    assert descriptors(os.getpid()) == before
    assert [number for number, _ in drain(mailbox)] == list(range(letters))
    mailbox.put("there is room again")
    assert mailbox.get(0) == "there is room again"


def test_what_cannot_be_pickled_is_the_writers_error_and_leaves_no_trace(mailbox):
    with pytest.raises((TypeError, AttributeError)):
        mailbox.put(x for x in "generator")
    assert mailbox.empty()


def test_its_readable_end_serves_for_select_and_event_loops(mailbox):
    assert select.select([mailbox], [], [], 0)[0] == []
    mailbox.put(1)
    assert select.select([mailbox], [], [], 0)[0] == [mailbox]


def test_large_letters_cost_no_descriptors_read_or_not():
    before = descriptors(os.getpid())
    mailbox = Mailbox()
    for number in range(20):
        mailbox.put((number, b"x" * 100_000))
    assert descriptors(os.getpid()) == before + 2
    assert len([mailbox.get(0) for _ in range(10)]) == 10
    assert descriptors(os.getpid()) == before + 2
    mailbox.close()  # with ten letters unread
    assert descriptors(os.getpid()) == before


def test_a_mailbox_outlives_a_reader_that_is_killed_while_it_waits(mailbox, start):
    reading = RawValue("b", 0)

    def read():
        reading.value = 1
        mailbox.get(None)

    for number in range(5):
        reader = start(read)
        wait_until(lambda: reading.value)
        reader.kill()
        reader.join()
        reading.value = 0
        mailbox.put(number)
        assert mailbox.get(0) == number


# -- torture -------------------------------------------------------------------------------------
WRITERS = 3
CONTENTS = b"".join(random.Random(i).randbytes(64) for i in range(100))


def torture(mailbox, start, kills):
    """Kill three writers and a reader by turns, every few milliseconds, and check all letters."""
    written = RawArray("q", WRITERS)
    last = RawArray("q", WRITERS)
    read, large, corrupt, lost = (RawValue("q", 0) for _ in range(4))

    def write(i):
        rnd = random.Random(os.getpid())
        while True:
            written[i] += 1
            size = rnd.choice((10, 300, 3000, 30_000, 300_000 if rnd.random() < 0.2 else 300))
            data = CONTENTS[: size % 6400] * (1 + size // 6400)
            letter = (i, written[i], data, zlib.crc32(data))
            while True:
                try:
                    mailbox.put(letter)
                    break
                except Full:
                    time.sleep(0.0005)

    def reader():
        while True:
            try:
                i, number, data, checksum = mailbox.get(None)
            except Exception:
                corrupt.value += 1
                continue
            corrupt.value += zlib.crc32(data) != checksum or number <= last[i]
            lost.value += max(0, number - last[i] - 1)
            last[i] = number
            read.value += 1
            large.value += len(data) > PACKET

    def spawn(k):
        return start(write, k) if k < WRITERS else start(reader)

    before = descriptors(os.getpid())
    crew = [spawn(k) for k in range(WRITERS + 1)]
    rnd = random.Random(1)
    with_crew = descriptors(os.getpid())
    for _ in range(kills):
        time.sleep(rnd.uniform(0.001, 0.004))
        victim = rnd.choice((0, 1, 2, WRITERS, WRITERS))
        crew[victim].kill()
        crew[victim].join()
        crew[victim].close()
        crew[victim] = spawn(victim)
    seen = read.value
    wait_until(lambda: read.value > seen + 100, what="the mailbox to go on")
    assert descriptors(os.getpid()) == with_crew
    for process in crew[:WRITERS]:
        process.kill()
        process.join()
        process.close()
    wait_until(mailbox.empty)
    crew[WRITERS].kill()
    crew[WRITERS].join()
    crew[WRITERS].close()
    print(f"{kills} kills: {read.value} read, {large.value} of them large, {lost.value} lost")
    assert corrupt.value == 0
    assert lost.value <= kills and large.value > 0
    assert descriptors(os.getpid()) <= before


def test_kills_of_readers_and_writers_leave_every_letter_whole_and_in_order(mailbox, start):
    torture(mailbox, start, 250)


@pytest.mark.long
@pytest.mark.timeout(300)
def test_five_thousand_kills_leave_every_letter_whole_and_in_order(mailbox, start):
    torture(mailbox, start, 5000)


def test_a_queue_of_multiprocessing_is_dead_after_one_kill_of_its_reader(start):
    """This is the reason for our own mailbox: the lock of the killed reader stays shut."""
    queue = CONTEXT.Queue()
    reader = start(queue.get)
    wait_until(lambda: at_rest(reader.pid))
    os.kill(reader.pid, signal.SIGKILL)
    reader.join()
    queue.put("a letter")
    with pytest.raises(Empty):
        queue.get(timeout=0.5)
    queue.cancel_join_thread()
    queue.close()


@pytest.mark.parametrize("problem", [errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.ENOSPC])
def test_a_mailbox_is_full_while_the_system_has_no_room_for_a_long_letter(
    mailbox, monkeypatch, problem
):
    def refuse(*_):
        raise OSError(problem, os.strerror(problem))

    with monkeypatch.context() as patch:
        patch.setattr(os, "memfd_create", refuse, raising=False)
        patch.setattr(tempfile, "mkstemp", refuse)
        with pytest.raises(Full):
            mailbox.put(b"x" * 100_000)
    mailbox.put(b"x" * 100_000)
    assert len(mailbox.get(0)) == 100_000


def test_a_letter_whose_descriptor_was_lost_on_the_way_is_no_letter(mailbox):
    """The system delivers a long object like this to a reader that has no descriptor left."""
    mailbox._writer.send(IN_FILE)
    mailbox.put("the next")
    with pytest.raises(Empty):
        mailbox.get(0)
    assert mailbox.get(0) == "the next"
