"""Compares measured states with a computed motion, without a clock.

The contract lets a server stamp its states with simulation time or wall time, and does not say how
fast simulation time runs. So each measured state (q, v) is compared with the nearest state on the
computed motion, which may only go forward. Angles are compared modulo whole turns.
"""

import math
from collections.abc import Sequence
from itertools import pairwise

from tests.grade.steppers import State

SPEED_SCALE = 0.2  # s; a speed that is off by 1 rad/s counts as much as an angle off by 0.2 rad
AHEAD = 0.7  # s


def wrapped(angle: float) -> float:
    """Return an angle in [-pi, pi) that differs by whole turns."""
    return (angle + math.pi) % (2 * math.pi) - math.pi


def offset(a: State, b: State) -> list[float]:
    """Return the difference b - a as one list: angles in rad, speeds in SPEED_SCALE rad/s."""
    return [wrapped(y - x) for x, y in zip(a[0], b[0])] + [
        SPEED_SCALE * (y - x) for x, y in zip(a[1], b[1])
    ]


def distance(a: State, b: State) -> float:
    """Return the distance between two states; inf if one of them is not finite."""
    total = math.hypot(*offset(a, b)) if finite(a) and finite(b) else math.inf
    return total if math.isfinite(total) else math.inf


def finite(state: State) -> bool:
    """Return whether all angles and speeds are finite."""
    return all(map(math.isfinite, (*state[0], *state[1])))


def nearest_on_segment(a: State, b: State, state: State) -> tuple[float, float]:
    """Return the distance from a state to the segment from a to b, and the fraction along it."""
    to_b, to_state = offset(a, b), offset(a, state)
    length = sum(x * x for x in to_b)
    along = sum(x * y for x, y in zip(to_b, to_state)) / length if length > 0 else 0.0
    along = min(1.0, max(0.0, along))
    return math.hypot(*(y - along * x for x, y in zip(to_b, to_state))), along


def follow(
    motion: Sequence[State], h: float, samples: Sequence[State], ahead: float = AHEAD
) -> tuple[list[float], list[float]]:
    """Find the samples on a motion that begins at or before the first of them.

    motion    states that are h (s) apart
    ahead     s of the motion that are searched for the next sample
    ->        the distance of each sample from the motion, and its time on the motion in s; samples
              beyond the end of the motion are left out
    """
    errors: list[float] = []
    times: list[float] = []
    at = 0
    for sample in samples:
        if not finite(sample):
            errors.append(math.inf)
            times.append(at * h)
            continue
        last = min(len(motion) - 1, at + max(3, round(ahead / h)))
        nearest = _nearest(motion, at, last, sample)
        if nearest >= len(motion) - 1:
            break  # the server has simulated more than was computed
        pairs = [(k, k + 1) for k in (nearest - 1, nearest) if k >= 0]
        found = [(*nearest_on_segment(motion[a], motion[b], sample), a) for a, b in pairs]
        error, fraction, start = min(found)
        errors.append(error)
        times.append((start + fraction) * h)
        at = max(at, start)
    return errors, times


def _nearest(motion: Sequence[State], first: int, last: int, sample: State) -> int:
    """Return which of some states of a motion is nearest to a sample: coarsely, then finely.

    Up to 200 states are searched one by one: a motion of long steps may be jagged.
    """

    def far(k: int) -> float:
        return distance(motion[k], sample)

    stride = max(1, (last - first) // 200)
    coarse = min((*range(first, last, stride), last), key=far)
    return min(range(max(first, coarse - stride), min(last, coarse + stride) + 1), key=far)


def refined(states: Sequence[State], h: float, parts: int) -> list[State]:
    """Divide the steps between states h (s) apart into parts, by cubic interpolation (Hermite)."""
    found: list[State] = []
    for before, after in pairwise(states):
        found += [between(before, after, k / parts, h) for k in range(parts)]
    return found


def between(before: State, after: State, s: float, h: float) -> State:
    """Return the state at a fraction s of a step of h (s)."""
    q, v = [], []
    for a, da, b, db in zip(*before, *after):
        rise = (b - a) / h
        bend, twist = 3 * rise - 2 * da - db, da + db - 2 * rise
        q.append(a + h * s * (da + s * (bend + s * twist)))
        v.append(da + s * (2 * bend + 3 * s * twist))
    return q, v
