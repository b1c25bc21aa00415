"""The ik_action actor dies: its successor goes on with the goal, and each goal has one result."""

import json
import random

import pytest
from crew import letters, reply
from goal_bench import FAR, SOLUTION, TICK, Bench, fill, in_short

from actors.arm.goal import REPEAT_AFTER
from actors.kernel.letters import Publication, ServiceReply
from protocol import names


@pytest.fixture(params=[2])
def bench(request):
    with Bench(request.param) as bench:
        yield bench


both_arms = pytest.mark.parametrize("bench", [2, 3], indirect=True)


def test_an_active_goal_goes_on_under_its_id_and_its_time(bench):
    goal = bench.accepted(success_hold=3 * TICK)
    bench.see()
    bench.sent()
    bench.kill()
    bench.see()
    assert bench.published(names.IK_FEEDBACK)[0]["elapsed"] == 2 * TICK
    bench.see()
    bench.see()
    assert bench.story() == [goal, (goal, "reached")]


@pytest.mark.parametrize("then", ["left", "reset"])
def test_a_goal_that_was_reached_while_nobody_looked_is_reached_for_the_successor(bench, then):
    goal = bench.accepted(success_hold=0)
    bench.see(FAR)
    bench.sent()
    bench.pursuit.look(bench.time, (1.0, 1.0), (0.0, 0.0))
    if then == "reset":
        bench.reset()
    bench.kill()
    bench.see(FAR)
    assert bench.story() == [(goal, "reached")]


def test_what_was_not_committed_has_not_happened(bench):
    """No client has heard of it either."""
    goal = bench.accepted()
    bench.sent()
    bench.ask(names.CANCEL_GOAL, {})
    bench.kill()
    bench.see(FAR)
    assert bench.story() == [goal]


def marked(bench):
    """Results that clients have got since the last time, each with its mark."""
    return [
        (letter.once, json.loads(letter.message))
        for letter in bench.sent()
        if isinstance(letter, Publication) and letter.topic == names.IK_RESULT
    ]


def test_a_result_that_was_saved_and_perhaps_not_sent_is_published_again_under_the_same_mark(bench):
    goal = bench.accepted()
    bench.sent()
    bench.ask(names.CANCEL_GOAL, {})
    bench.action.save()  # and it dies between this and the sending
    outbox = bench.action.outbox
    bench.kill()
    outbox.flush()  # or right after the sending
    first, second = marked(bench)
    assert first == second and first[0] == first[1]["goal_id"] == goal


def test_a_result_that_was_surely_sent_is_not_published_again(bench):
    bench.accepted()
    bench.ask(names.CANCEL_GOAL, {})
    for _ in range(2):
        bench.sent()
    bench.kill()
    assert marked(bench) == []


def test_a_result_that_found_no_room_is_published_by_the_successor(bench):
    goal = bench.accepted()
    bench.sent()
    fill(bench.system["gateway"].mailbox)
    bench.ask(names.CANCEL_GOAL, {})
    for _ in range(3):
        bench.action.commit()
    bench.kill()
    bench.letters("gateway")  # there is room again
    assert [mark for mark, _ in marked(bench)] == [goal]


def test_ids_are_not_used_again_by_a_successor_whatever_it_remembers(bench):
    ids = []
    for commits in (True, False, True, False):
        for _ in range(3):
            ids.append(bench.accepted())
        if commits:
            bench.sent()
        bench.kill()
        bench.see(FAR)
    bench.system["ik_action"].checkpoint.clear()
    bench.kill()
    bench.see(FAR)
    ids.append(bench.accepted())
    assert len(set(ids)) == len(ids)


def test_a_successor_sends_a_setpoint_again_that_died_with_its_predecessor(bench):
    bench.send()
    bench.solve()
    bench.action.save()
    bench.kill()
    for _ in range(REPEAT_AFTER):
        bench.see(FAR)
    (sent,) = bench.sent("arm_sim")
    assert sent.message.commander == bench.action.goal.id


class Clients:
    """What clients get. Of results with one mark the gateway passes on the first."""

    def __init__(self, bench):
        self.bench = bench
        self.marks = set()
        self.story = []  # as in_short says, but the answer to an accepted goal is (id,)

    def listen(self):
        for letter in self.bench.letters("gateway"):
            if isinstance(letter, ServiceReply):
                id = letter.values.get("goal_id")
                self.story.append((id,) if id else None)
            elif letter.once is None or letter.once not in self.marks:
                self.marks.add(letter.once)
                self.story.append(in_short(letter))

    def goals(self, length):
        """The ids of accepted goals, which are in tuples of 1, or of results, in tuples of 2."""
        return [e[0] for e in self.story if isinstance(e, tuple) and len(e) == length]


def act(bench, rng):
    """Something happens to the actor."""
    actions = [
        bench.send,
        bench.solve,
        bench.see,
        lambda: bench.see(FAR),
        bench.reset,
        lambda: bench.action.goal and bench.take_command(),
        lambda: bench.ask(names.CANCEL_GOAL, {}),
        lambda: bench.send(success_hold=0),
    ]
    rng.choice(actions)()


def end_round(bench, clients, end):
    """The actor commits, or dies before, in the middle of, or after that."""
    if end in ("live on", "die once sent"):
        bench.action.commit()
    elif end == "die once saved":
        bench.action.save()
    clients.listen()
    if end != "live on":
        bench.kill()
        letters(bench.system, "ik")


@pytest.mark.parametrize("seed", range(20))
def test_wherever_it_dies_each_accepted_goal_has_one_result_and_no_feedback_after_it(bench, seed):
    """A goal is accepted if its client has got the answer."""
    rng = random.Random(seed)
    clients = Clients(bench)
    for _ in range(60):
        for _ in range(rng.randrange(4)):
            act(bench, rng)
        end = rng.choice(["live on"] * 4 + ["die", "die once saved", "die once sent"])
        end_round(bench, clients, end)
    bench.see(FAR)
    if bench.action.goal:
        bench.ask(names.CANCEL_GOAL, {})
    end_round(bench, clients, "live on")
    accepted = clients.goals(1)
    results = clients.goals(2)
    assert len(accepted) == len(set(accepted)) and len(results) == len(set(results))
    assert set(accepted) <= set(results)
    for k, entry in enumerate(clients.story):
        if isinstance(entry, tuple) and len(entry) == 2:
            assert entry[0] not in clients.story[k:]  # feedback is the id itself


def test_it_outlives_any_number_of_results_that_wait_for_an_actor_that_does_not_read(bench):
    """ik_trial hangs, its mailbox is full, and goals keep coming; each is accepted or refused."""
    fill(bench.system["ik_trial"].mailbox)
    answers = 0
    for _ in range(1000):
        bench.send()
        bench.solve()
        answers += sum(isinstance(letter, ServiceReply) for letter in bench.sent())
    assert answers == 1000


@both_arms
def test_it_outlives_a_burst_of_goals_while_an_actor_does_not_read(bench):
    """All have been asked of ik before the first result waits."""
    fill(bench.system["ik_trial"].mailbox)
    for _ in range(1000):
        bench.send(phi=0.123456789)
    bench.action.commit()
    answers = 0
    while asked := bench.letters("ik"):
        for question in asked:
            bench.action.receive(reply(question.token, {"positions": SOLUTION[bench.links]}))
            bench.answer_as_arm({"hindrances": []})
            bench.answer_as_motion({"obstacles": []})
            answers += sum(isinstance(letter, ServiceReply) for letter in bench.sent())
    assert answers == 1000
