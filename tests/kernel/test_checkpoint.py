"""The checkpoint: a saved state is whole, at whatever instant its actor is killed."""

import ctypes
import multiprocessing
import random
import time
from multiprocessing.sharedctypes import RawArray, RawValue

import pytest
from processes import wait_until

from actors.kernel.checkpoint import Checkpoint

CONTEXT = multiprocessing.get_context("fork")
# pytest-timeout has a thread, and forking beside a thread is warned of.
pytestmark = pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
WIDTH = 40  # copies of one number; a torn state has different ones


@pytest.fixture
def checkpoint():
    return Checkpoint()


def test_nothing_is_loaded_before_something_is_saved(checkpoint):
    assert checkpoint.load() is None


def test_what_was_saved_last_is_loaded_again_and_again(checkpoint):
    for state in ({"a": 1}, (1.5, None), "x" * 5000, 0, {"b": [2]}):
        checkpoint.save(state)
        assert checkpoint.load() == checkpoint.load() == state


def test_a_cleared_checkpoint_has_nothing_to_load_and_can_be_used_again(checkpoint):
    checkpoint.save(1)
    checkpoint.clear()
    assert checkpoint.load() is None
    checkpoint.save(2)
    assert checkpoint.load() == 2


def test_a_state_that_is_too_large_is_refused_and_the_old_one_kept():
    checkpoint = Checkpoint(room=100)
    checkpoint.save("small")
    for _ in range(2):
        with pytest.raises(ValueError, match="100"):
            checkpoint.save("x" * 101)
        assert checkpoint.load() == "small"


def test_another_process_sees_what_was_saved(checkpoint):
    process = CONTEXT.Process(target=checkpoint.save, args=({"from": "a child"},))
    process.start()
    process.join()
    assert checkpoint.load() == {"from": "a child"}


def killed_while_saving(doomed, kills, save, load):
    """Kill a process that saves growing numbers; how many states were torn, and how many lost."""
    acknowledged = RawValue("q", 0)
    torn = 0
    lost = 0
    rnd = random.Random(2)

    def work():
        number = acknowledged.value
        while True:
            number += 1
            save((number,) * WIDTH)
            acknowledged.value = number

    for _ in range(kills):
        process = CONTEXT.Process(target=work, daemon=True)
        before = acknowledged.value
        process.start()
        doomed.append(process.pid)
        wait_until(lambda before=before: acknowledged.value > before, what="a first state")
        time.sleep(rnd.uniform(0.0, 0.0015))
        process.kill()
        process.join()
        process.close()
        doomed.pop()
        state = load() or (0,) * WIDTH
        torn += len(set(state)) != 1 or len(state) != WIDTH
        lost += state[0] < acknowledged.value
        acknowledged.value = max(state[0], acknowledged.value)
    assert acknowledged.value > kills
    return torn, lost


def test_kills_tear_no_state_and_lose_none_that_was_acknowledged(doomed, checkpoint):
    assert killed_while_saving(doomed, 400, checkpoint.save, checkpoint.load) == (0, 0)


@pytest.mark.long
@pytest.mark.timeout(300)
def test_ten_thousand_kills_tear_no_state_and_lose_none_that_was_acknowledged(doomed, checkpoint):
    assert killed_while_saving(doomed, 10_000, checkpoint.save, checkpoint.load) == (0, 0)


def test_a_state_that_is_written_in_place_is_torn(doomed):
    """This is the reason for the two slots."""
    numbers = RawArray(ctypes.c_int64, WIDTH)

    def save(state):
        for i, number in enumerate(state):
            numbers[i] = number

    torn, _ = killed_while_saving(doomed, 30, save, lambda: tuple(numbers))
    assert torn > 0
