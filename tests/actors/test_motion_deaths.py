"""The motion actor dies: its successor goes on with the motion, and each motion has one result."""

import math
import pickle

import pytest
from motion_bench import GOAL, Bench

from actors.arm.motion.distances import Obstacle
from actors.arm.motion.execution import PERIOD, Execution
from actors.arm.motion.path import Path
from actors.arm.motion.plan import Plan, Stage
from actors.arm.motion.smooth import smooth_leg
from actors.arm.motion.tracking import DRAWN
from actors.kernel.letters import Publication
from actors.motion import MOST_UNSENT
from protocol import limits, names
from protocol import motion as messages


@pytest.fixture(params=[2])
def bench(request):
    with Bench(request.param) as bench:
        yield bench


def test_killed_in_the_middle_it_goes_on_and_ends_once(bench):
    motion_id = bench.request(names.MOVE_JOINTS, GOAL).values["motion_id"]
    for _ in range(4):
        bench.run(0.3)
        bench.kill()
        bench.show()
    bench.run(4.0)
    assert bench.outcomes() == [(motion_id, "reached")]


def test_after_a_long_silence_it_goes_on_where_it_was_left(bench):
    bench.request(names.MOVE_JOINTS, GOAL)
    bench.run(0.5)
    before = bench.arm.controller.setpoint.position
    for _ in range(2000):  # 1 s without a setpoint
        bench.arm.tick()
    assert bench.arm.controller.setpoint.velocity == (0.0, 0.0)  # it stopped by itself
    bench.now += 1.0
    bench.show()
    bench.run(PERIOD)
    after = bench.arm.controller.setpoint.position
    # In rad, of 0.7: without the gap it would have been at the end by now. The arm has followed its
    # path for a lease, and has stopped after that.
    assert math.dist(before, after) < 0.2


def test_a_result_that_could_not_be_sent_is_published_by_the_successor(bench):
    motion_id = bench.request(names.MOVE_JOINTS, GOAL).values["motion_id"]
    bench.run(0.1)
    bench.arm.enable(False)
    bench.motion.outbox.flush = lambda: None  # no letter of this process leaves it
    bench.show()
    bench.motion.commit()
    bench.kill()
    marks = [
        letter.once
        for letter in bench.sent()
        if isinstance(letter, Publication) and letter.topic == names.MOTION_RESULT
    ]
    assert marks == [motion_id]


@pytest.mark.parametrize("bench", [3], indirect=True)
def test_the_largest_state_that_is_possible_fits_into_its_checkpoint(bench):
    poses = tuple((0.1 + k / 7e3, 0.2 + k / 3e3, 0.3 - k / 9e3) for k in range(limits.WAYPOINTS))
    path = Path.through([(1 + k / 7e3, (k % 7) / 3e3) for k in range(limits.WAYPOINTS)])
    leg = smooth_leg(path, path.ends, poses, "steady", 0.1, 3.0)  # it rests at every corner
    plan = Plan.of("motion-0-1", "draw", (Stage(leg, 5.0, True),), (1.0,) * 3, 0)
    execution = Execution(plan, 0.0, 0.0, 0.0005)
    bench.motion.follower.begin(execution)
    bench.motion._follow()
    for k in range(DRAWN):
        execution.tracking.drawn.add((k / 7, k / 3))
    figures = messages.figures_message(*execution.figures)
    for k in range(MOST_UNSENT):
        # So that no result is pickled as part of another.
        apart = pickle.loads(pickle.dumps(figures))
        result = messages.motion_result("motion-0-1", "draw", "reached", "x" * 100, 10.0, apart)
        bench.motion.publish_once(names.MOTION_RESULT, result, mark=f"motion-0-{k}")
    bench.motion.obstacles = tuple(Obstacle(k / 7, k / 3, k / 9) for k in range(limits.OBSTACLES))
    bench.motion.save()  # raises ValueError if it does not fit
    bench.kill()
    assert bench.motion.follower.execution.plan.stages[0].leg == leg
    assert len(bench.motion.journal) == MOST_UNSENT
    assert len(bench.motion.obstacles) == limits.OBSTACLES


def test_a_stop_that_died_with_the_actor_is_repeated_to_the_successor(bench):
    assert bench.system.routes[names.STOP_MOTION].repeatable({}) and not bench.system.routes[
        names.DRAW
    ].repeatable({})
