"""The arm with its controller: its state, its simulation clock and its energy books."""

import math
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from actors.arm.energy import RESET, STARTED, EnergyBooks
from actors.arm.feed import Ahead, Course, Feed, handed_back, taken_over
from actors.arm.flat import preserved, revived
from actors.arm.limits import Limits, Range, into, touches
from actors.arm.model import Arm
from actors.arm.operations import DOMAIN_ERRORS
from actors.arm.pid import Gains, PidController, Setpoint
from actors.arm.stops import arrest
from actors.arm.tick import flat_tick, held
from actors.arm.windup import integral_limits

DEFAULT_METHOD = "rk4"
DEFAULT_TIMESTEP = 0.0005  # s; short enough for light and short links with the default gains

Row = tuple[float, ...]
Judge: TypeAlias = Callable[[float, Row], bool]
State = tuple[Any, ...]  # position, velocity, integral, work, lost: see tick.py


class Plant:
    """An arm of 2 or 3 links, its controller and its hard stops.

    The arm starts at rest with all angles 0, or as near to 0 as its limits allow. At 0 it is
    horizontal, which is not an equilibrium. position, velocity and effort are (n,) in rad, rad/s
    and N m; the effort is that of the last tick.
    """

    def __init__(self, links: int):
        self.arm = Arm.of_links(links)
        self.method = DEFAULT_METHOD
        self.timestep = DEFAULT_TIMESTEP  # s
        self.limits = Limits()
        self.controller = PidController(Gains.of_links(links), Setpoint.at_rest((0.0,) * links))
        self.feed: Feed | None = None  # what a motion feeds forward
        self._to_start(STARTED)

    def _to_start(self, reason: str = RESET) -> None:
        """Put the arm into its starting pose at rest, set the clock to 0, and open new books."""
        still = (0.0,) * self.arm.links
        self.position: Row = into(self.limits.allowed, still)
        self.velocity: Row = still
        self.effort: Row = still
        self.diverged = False
        self._epoch = 0.0
        self._ticks = 0
        self.books = EnergyBooks.opened(self.arm, self.position, self.velocity, reason=reason)
        self.change_arm(self.arm)

    def change_arm(self, arm: Arm) -> None:
        """Replace the arm by another one with the same pose and velocity."""
        state = (self.position, self.velocity, self.time)
        self.books = self.books.after_change(self.arm, arm, *state)
        self.arm = arm
        self.change_gains(self.controller.gains)
        self._derive_tick()

    def change_gains(self, gains: Gains) -> None:
        """Replace the gains of the controller. The integral stays."""
        self.controller.gains = gains
        self.controller.integral_limit = integral_limits(self.arm, gains.ki)

    def change_limits(self, limits: Limits) -> None:
        """Replace the limits of the joints."""
        self.limits = limits
        self.controller.effort_limit = limits.effort
        self.controller.stops = limits.position
        self._derive_tick()

    def _derive_tick(self) -> None:
        """Derive the function that computes a tick.

        The function depends on the arm, the integrator, the timestep, and on whether efforts are
        limited, hard stops exist, and a motion feeds its effort forward. This method must be called
        after each change of one of these.
        """
        limited = self.controller.effort_limit is not None
        stopped = self.controller.stops is not None
        fed = self.feed is not None
        self._flat_tick = flat_tick(self.arm, self.method, self.timestep, limited, stopped, fed)
        self._code = preserved(self._flat_tick)

    # -- feedforward -----------------------------------------------------------------------------
    def feed_forward(self, course: Course, ahead: Ahead | None = None) -> None:
        """Follow a course, and feed forward the effort for it, from the next tick on.

        ahead   how it goes on
        """
        feed = taken_over(self.controller, self.arm, self.time, course, self.feed)
        self._feed_with(feed._replace(ahead=ahead))

    def end_feed(self, fading: bool = True) -> None:
        """Let the integral hold what was fed forward.

        fading   whether the load of joints without integral gain fades out
        """
        if self.feed is not None:
            rest = handed_back(self.controller, self.arm, self.time, self.feed)
            self._feed_with(rest if fading else None)

    def drop_feed(self) -> None:
        """Feed nothing forward, and leave the integral as it is."""
        self._feed_with(None)

    def _go_on_with_feed(self) -> float:
        """Go on with the course that is due, and return the time (s) when the next one is."""
        while self.feed is not None and self.time >= self.feed.due:
            self._feed_with(self.feed.next())
        return math.inf if self.feed is None else self.feed.due

    def _feed_with(self, feed: Feed | None) -> None:
        changed = (feed is None) != (self.feed is None)
        self.feed = feed
        if changed:
            self._derive_tick()

    # -- time ------------------------------------------------------------------------------------
    @property
    def time(self) -> float:
        """Simulation time in s.

        It is the number of ticks times the timestep, so that rounding errors do not add up.
        """
        return self._time_after(0)

    def _time_after(self, ticks: int) -> float:
        """Return the simulation time in s after some more ticks."""
        return self._epoch + (self._ticks + ticks) * self.timestep

    def set_integrator(self, method: str, timestep: float) -> None:
        """Use a method of INTEGRATORS, and a timestep in s, from the next tick on."""
        self._epoch = self.time
        self._ticks = 0
        self.method = method
        self.timestep = timestep
        self._derive_tick()

    def _step(self, ticks: int, until: float, judge: Judge | None = None) -> int:
        """Compute up to `ticks` ticks, and return how many were computed.

        There are fewer if the next tick would start at `until` (s) or later, if `judge`, called
        with the time and the position after each tick, returns True, or if the arm diverges: a tick
        whose result is not finite leaves the arm in its last finite state.
        """
        books = self.books
        state = (self.position, self.velocity, self.controller.integral, books.work, books.lost)
        effort = self.effort
        setting = held(self.controller, self.feed)
        taken = 0
        while taken < ticks and (time := self._time_after(taken)) < until:
            try:
                after, torque, residue = self._flat_tick(state, time, setting)
                if self.limits.position is not None and residue == 0:
                    after, residue = self._stopped(self.limits.position, state, after)
            except DOMAIN_ERRORS:
                residue = math.nan
            if residue != 0:
                self.diverged = True
                break
            state = after
            effort = torque
            taken += 1
            if judge is not None and judge(self._time_after(taken), state[0]):
                break
        self._ticks += taken
        self.position, self.velocity, self.controller.integral, work, lost = state
        self.effort = effort
        self.books = books._replace(work=work, lost=lost)
        return taken

    def _stopped(self, stops: Sequence[Range], before: State, state: State) -> tuple[State, float]:
        """Return the state after the hard stops have acted on it, and a residue as in tick.py.

        before, state   the states before and after a tick without hard stops
        """
        q, qdot, integral, work, lost = state
        if not (touches(stops, q) or touches(stops, before[0])):
            return state, 0.0
        after = arrest(self.arm, stops, q, qdot, before=before[0])
        lost = EnergyBooks(0.0, work, lost).after_impact(self.arm, (q, qdot), after).lost
        finite = all(map(math.isfinite, (*after[0], *after[1], lost)))
        return (*after, integral, work, lost), 0.0 if finite else math.nan

    def __getstate__(self) -> dict[str, Any]:
        """Return what is pickled.

        The function of a tick is pickled as code: deriving it again would take longer.
        """
        return {name: value for name, value in self.__dict__.items() if name != "_flat_tick"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._flat_tick = revived(self._code)
