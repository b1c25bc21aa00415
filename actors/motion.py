"""Serves /motion/*: plans motions, streams their setpoints to the arm, and tells how well it followed.

One motion at a time. A request that cannot be planned leaves the present one undisturbed; one that can
takes its place, once that has braked on its own way. PID is never switched here.
"""

import pickle
from collections.abc import Generator
from typing import Any, NamedTuple

from actors.arm.commands import StreamCommand
from actors.arm.motion.contact import Obstacle
from actors.arm.motion.course import FAULTED, LEAD, PERIOD, PREEMPTED, STOPPED, Course, Sample
from actors.arm.motion.figures import Trace
from actors.arm.motion.leg import Angles, rest
from actors.arm.pid import Setpoint
from actors.arm.simulation import Simulation, Snapshot
from actors.itinerary import Itinerary, able_twin, start_pose, through_joints, whole
from actors.kernel.actor import Actor
from actors.kernel.handlers import Ask
from actors.kernel.letters import Health
from actors.kernel.service import Order, always, if_query, serves, subscribes
from protocol import limits, names
from protocol import motion as messages
from protocol.fields import Rejected, read_field
from protocol.goals import trajectory
from protocol.motion import MoveJoints
from protocol.trajectory import joint_names

BLIND = 0.03  # s that the arm's clock is believed to go on while nothing is seen of it
TRAVEL = 0.00015  # s that a setpoint takes to the arm
STATE_EVERY = 3  # looks at the arm between two states of ours
IDLE_PERIOD = 0.25  # s between them where nothing is under way
UNSAID = 10  # results that may wait to be told; they must fit into the checkpoint

Asking = Generator[Ask, Any, dict[str, Any]]


class Saved(NamedTuple):
    """What a successor needs: the motion goes on, and no result is lost."""

    plan: bytes | None  # pickled once, since it is large and does not change
    progress: dict[str, Any]
    accepted: int  # motions so far
    fault: str  # why the last motion faulted, until that is taken notice of
    obstacles: tuple[Obstacle, ...]


class Motion(Actor):
    """A client of the arm and of inverse kinematics like any other."""

    name = "motion"
    on_demand = (names.JOINT_TRAJECTORY, names.MOTION_STATE)
    order = Order.ONE_BY_ONE
    room = 512 * 1024

    def begin(self, saved: Any) -> None:
        before: Saved = saved or Saved(None, {}, 0, "", ())
        self._plan, progress, self.accepted, self.fault, self.obstacles = before
        self.course = Course(pickle.loads(self._plan), **progress) if self._plan else None
        self.seen: Snapshot | None = None
        self._recording = Trace(limits.RECORDED)
        self._looks = 0
        self._pace()
        self._stops = 0

    def state(self) -> Any:
        return Saved(
            self._plan,
            self.course.progress() if self.course else {},
            self.accepted,
            self.fault,
            self.obstacles,
        )

    # -- services --------------------------------------------------------------------------------
    @serves(names.MOVE_JOINTS)
    def move_joints(self, args: dict[str, Any]) -> Asking:
        return self._start(messages.MOVE_JOINTS, args)

    @serves(names.MOVE_LINE)
    def move_line(self, args: dict[str, Any]) -> Asking:
        return self._start(messages.MOVE_LINE, args)

    @serves(names.DRAW)
    def draw(self, args: dict[str, Any]) -> Asking:
        return self._start(messages.DRAW, args)

    @serves(names.STOP_MOTION, repeatable=always)
    def stop(self, args: dict[str, Any]) -> dict[str, Any]:
        """Brake to rest and hold; a fault is taken notice of. Never refused, and nothing that is planned starts."""
        self._stops += 1
        self.fault = ""
        self.changed()
        course = self.course
        if course is None:
            return {"motion_id": None}
        if self.seen and self.seen.paused:  # it stands already
            self._tell(Setpoint.at_rest(course.command(self.seen.time).position))
            self._conclude(STOPPED)
        else:
            course.brake(self._now())
            self._pursue(course)
        return {"motion_id": course.plan.id}

    @serves(names.SET_OBSTACLES, repeatable=if_query)
    def set_obstacles(self, args: dict[str, Any]) -> dict[str, Any]:
        """For motions that are planned from now on."""
        if "obstacles" in args:
            given = read_field(args, "obstacles", messages.read_obstacles)
            self.obstacles = tuple(Obstacle(*each) for each in given)
            self.changed()
        return messages.obstacles_message(self.obstacles)

    @serves(names.RECORDING, repeatable=always)
    def recording(self, args: dict[str, Any]) -> dict[str, Any]:
        """Of the present motion, or of the last one."""
        return messages.recording(Sample._fields, self._recording.samples)

    # -- planning --------------------------------------------------------------------------------
    def _start(self, kind: str, args: dict[str, Any]) -> Asking:
        """Planned elsewhere, while the present motion goes on until the moment in which it would have to brake."""
        stops = self._stops
        twin = yield from self._looked_at()
        request = messages.read_motion(kind, args, twin.arm.links)
        moment = self._now() + LEAD if self.course else 0.0
        start = self._start_pose(twin, moment)
        if (
            isinstance(request, MoveJoints) and not self.course
        ):  # at once, while the arm may be moving freely
            found = through_joints(request, twin, self.obstacles, start)
        else:
            found = (
                yield Ask(
                    names.PLAN,
                    {"request": request, "twin": twin, "obstacles": self.obstacles, "start": start},
                )
            )["itinerary"]
            twin = _unchanged(twin, (yield from self._looked_at()))
        if stops != self._stops:
            raise Rejected("a stop came while the motion was being planned")
        if len(self.journal) >= UNSAID:
            raise Rejected(f"{len(self.journal)} results wait to be told, try again later")
        return self._begin(kind, found, twin, moment)

    def _begin(
        self, kind: str, found: Itinerary, twin: Simulation, moment: float
    ) -> dict[str, Any]:
        id = f"motion-{self.incarnation}-{self.accepted + 1}"
        start = self._start_pose(twin, moment)
        motion = whole(id, kind, found, start, twin, self.obstacles)
        now = self._now()
        course = Course(motion, now, now, twin.timestep)
        if self.course:
            course = self.course.give_way(course, now, moment)
            self._conclude(PREEMPTED, "another motion took its place")
        self.accepted += 1
        self.fault = ""
        self._recording = Trace(limits.RECORDED)
        self._pursue(course)
        return {"motion_id": id, "duration": motion.duration, **found.answer}

    def _looked_at(self) -> Generator[Ask, Any, Simulation]:
        """A copy of the arm, which is a look at it as well: the present motion may be over."""
        twin = yield from able_twin()
        self.observe(twin.snapshot(self.clock()))
        return twin

    def _start_pose(self, twin: Simulation, moment: float) -> Angles:
        """Where the arm will be at rest, once a motion that is under way has braked from that moment on."""
        return (
            rest(self.course.braking(self._now(), moment).leg) if self.course else start_pose(twin)
        )

    # -- the motion under way --------------------------------------------------------------------
    def _pursue(self, course: Course) -> None:
        """From now on; its plan is new."""
        self.course, self._plan = course, pickle.dumps(course.plan, pickle.HIGHEST_PROTOCOL)
        self.changed()
        self._pace()
        self._lead()  # so that the arm hears of it before anybody else does
        self._show()

    def _pace(self) -> None:
        """Setpoints follow one another while a stream is due. The arm is only looked at during a motion."""
        self.entry.listen(self.course is not None)
        self.period = (
            IDLE_PERIOD if self.course is None else None if self.course.settling else PERIOD
        )

    def _now(self) -> float:
        """The arm's simulation time, as far as can be told; before it is seen, the latest that the course knows of."""
        if self.seen is None:
            assert self.course is not None
            return self.course.now
        if self.seen.paused or self.seen.diverged:
            return self.seen.time
        return self.seen.time + min(max(self.clock() - self.seen.clock, 0.0), BLIND)

    def tick(self) -> None:
        if self.course is None:
            self._show()
        elif self.seen and not self.seen.paused:
            self._lead()

    def _lead(self) -> None:
        """Say the setpoint of the moment: of the middle of the time that the arm will hold it for.

        The arm's last tick was half a timestep ago, on an average.
        """
        assert self.course is not None
        ahead = TRAVEL + (PERIOD - self.course.timestep) / 2
        self._tell(self.course.command(self._now() + ahead))

    def _tell(self, setpoint: Setpoint) -> None:
        assert self.course is not None
        motion = self.course.plan
        n = len(setpoint.position)
        self.publish(
            names.JOINT_TRAJECTORY,
            StreamCommand(
                setpoint.position,
                setpoint.velocity,
                motion.id,
                motion.resets,
                not self.course.heard,
            ),
            wire=trajectory(joint_names(n), setpoint.position, setpoint.velocity),
        )

    @subscribes(names.JOINT_STATES)
    def observe(self, seen: Snapshot) -> None:
        """One look at the arm."""
        self.seen = seen
        course = self.course
        if course:
            self.changed()
            outcome = course.observe(seen)
            self._recording.add(course.sample(seen))
            if outcome:
                self._conclude(outcome, course.reason)
            elif course.settling:
                self._lead()  # the stream is over, its end is not
            self._pace()
        self._looks += 1
        if self._looks % STATE_EVERY == 0:
            self._show()

    def _conclude(self, outcome: str, reason: str = "") -> None:
        assert self.course is not None
        course = self.course
        self.course = None
        self._plan = None
        self._pace()
        self.fault = reason if outcome == FAULTED else ""
        result = messages.motion_result(
            course.plan.id,
            course.plan.kind,
            outcome,
            reason,
            course.plan.duration,
            messages.figures_message(*course.outline()),
        )
        self.publish_once(names.MOTION_RESULT, result, mark=course.plan.id)
        self._show()

    # -- seen from outside -----------------------------------------------------------------------
    def _show(self) -> None:
        if self.registry.is_wanted(names.MOTION_STATE):
            self.publish(
                names.MOTION_STATE, messages.motion_state(self._state(), self.fault, *self._way())
            )

    def _state(self) -> str:
        if self.course:
            return messages.STOPPING if self.course.stopping else messages.MOVING
        return messages.FAULTED if self.fault else messages.IDLE

    def _way(self) -> tuple[str | None, str | None, float | None, float | None]:
        """Of the motion under way: id and kind, and s since its present stage began, of so many."""
        if self.course is None:
            return None, None, None, None
        motion = self.course.plan
        return (
            motion.id,
            motion.kind,
            self.course.now - self.course.since,
            self.course.present.leg.duration,
        )

    def health(self) -> Health:
        return Health(self.name, self.fault, {"state": self._state(), "motions": self.accepted})


def _unchanged(before: Simulation, now: Simulation) -> Simulation:
    """The arm as it is now, if what was planned for it as it was before holds."""
    if (before.arm, before.limits, before.resets) != (now.arm, now.limits, now.resets):
        raise Rejected("the arm was changed while the motion was being planned")
    return now
