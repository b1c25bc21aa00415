"""What waits for a slow reader: order, bounds per topic, and the count of bytes."""

import random

import pytest

from protocol import limits
from protocol.budget import Budget
from protocol.sendqueue import SendQueue


def drain(queue):
    lines = []
    while queue:
        lines.append(queue.take(10**9))
    return lines


def filled(*pushes):
    queue = SendQueue(Budget().open(1))
    for push in pushes:
        queue.push(*push)
    return queue


def test_lines_without_topic_come_out_in_order_and_all_of_them():
    lines = [b"%d" % k for k in range(1000)]
    assert drain(filled(*((line,) for line in lines))) == lines


@pytest.mark.parametrize(
    "keep, left", [(1, [b"4"]), (2, [b"3", b"4"]), (5, [b"0", b"1", b"2", b"3", b"4"])]
)
def test_of_a_topic_the_newest_wait_and_older_ones_give_way(keep, left):
    queue = filled(*((b"%d" % k, "/t", keep) for k in range(5)))
    assert drain(queue) == left
    assert queue.dropped == 5 - len(left)


def test_topics_give_way_each_for_itself():
    queue = filled((b"a1", "/a", 1), (b"b1", "/b", 2), (b"a2", "/a", 1), (b"b2", "/b", 2))
    assert drain(queue) == [b"b1", b"a2", b"b2"]


def test_answers_keep_their_place_among_publications():
    queue = filled((b"p1", "/t", 2), (b"answer",), (b"p2", "/t", 2), (b"p3", "/t", 2))
    assert drain(queue) == [b"answer", b"p2", b"p3"]


def test_what_has_been_taken_no_longer_counts_for_its_topic():
    queue = filled((b"1", "/t", 1))
    assert queue.take(10**9) == b"1"
    queue.push(b"2", "/t", 1)
    assert (drain(queue), queue.dropped) == ([b"2"], 0)


def test_a_smaller_bound_takes_effect_with_the_next_line():
    queue = filled(*((b"%d" % k, "/t", 5) for k in range(5)))
    queue.push(b"5", "/t", 2)
    assert drain(queue) == [b"4", b"5"]


def test_an_empty_queue_is_false_and_a_filled_one_true():
    queue = SendQueue(Budget().open(1))
    assert not queue
    queue.push(b"")
    assert queue


def test_nothing_is_kept_of_a_topic_that_has_no_lines_left():
    queue = filled(*((b"x", f"/{k}", 1) for k in range(100)))
    drain(queue)
    assert not queue._of_topic and not queue._lines


@pytest.mark.parametrize("seed", range(5))
def test_bytes_are_those_of_the_lines_that_wait(seed):
    source = random.Random(seed)
    queue = SendQueue(Budget().open(1))
    for _ in range(300):
        if queue and source.random() < 0.3:
            queue.take(10**9)
        else:
            queue.push(
                bytes(source.randrange(50)),
                source.choice([None, "/a", "/b"]),
                source.randrange(1, 4),
            )
    waiting = queue.bytes
    assert waiting == sum(map(len, drain(queue))) > 0
    assert queue.bytes == 0


def test_large_lines_of_a_topic_give_way_by_bytes_before_they_do_by_count():
    quarter = bytes(limits.TOPIC_BYTES // 4)
    queue = filled(*((quarter, "/t", 100) for _ in range(10)))
    assert (queue.bytes, queue.dropped) == (limits.TOPIC_BYTES, 6)


def test_one_line_larger_than_all_that_may_wait_still_waits_alone():
    queue = filled((b"small", "/t", 100), (bytes(limits.TOPIC_BYTES + 1), "/t", 100))
    assert [len(line) for line in drain(queue)] == [limits.TOPIC_BYTES + 1]


def test_large_lines_of_many_topics_give_way_to_newer_ones_of_any():
    third = bytes(limits.TOPIC_BYTES // 3)
    queue = filled((b"answer",), *((third, f"/{k}", 100) for k in range(10)))
    assert len(queue._of_topic) == 3 and queue.bytes <= limits.TOPIC_BYTES + len(b"answer")
    assert queue.take(10**9) == b"answer"
