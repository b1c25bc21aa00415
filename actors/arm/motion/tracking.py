"""Measures how well the pen follows its path."""

import math
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from actors.arm.forward_kinematics import end_effector
from actors.arm.motion.pieces import Point
from actors.arm.simulation import Snapshot

DRAWN = 400  # the largest number of points of the drawn path that are kept


@dataclass
class Trace:
    """Samples in order. If there is no room for all, only every second, fourth, ... one is kept."""

    room: int  # the largest number of samples that are kept
    samples: list[Any] = field(default_factory=list)
    stride: int = 1  # every stride-th sample is kept
    added: int = 0  # the number of samples so far, kept or not

    def add(self, sample: Any) -> None:
        """Add the next sample."""
        if self.added % self.stride == 0:
            self.samples.append(sample)
            if len(self.samples) > self.room:
                self.samples = self.samples[::2]
                self.stride *= 2
        self.added += 1


@dataclass
class TrackingError:
    """Statistics of the distance in m between the pen and where it was meant to be.

    mean, rms and max are nan before the first distance.
    """

    count: int = 0
    total: float = 0.0  # m, the sum of the distances
    squares: float = 0.0  # m^2, the sum of their squares
    largest: float = 0.0  # m

    def add(self, meant: Point, pen: Point) -> None:
        """Add the distance between two points in m."""
        error = math.dist(meant, pen)
        self.count += 1
        self.total += error
        self.squares += error * error
        self.largest = max(self.largest, error)

    @property
    def mean(self) -> float:
        return self.total / self.count if self.count else math.nan

    @property
    def rms(self) -> float:
        return math.sqrt(self.squares / self.count) if self.count else math.nan

    @property
    def max(self) -> float:
        return self.largest if self.count else math.nan


class Figures(NamedTuple):
    """The figures in the report on a motion: tracking error, settle time and drawn path."""

    mean: float  # m
    rms: float  # m
    max: float  # m
    settle_time: float | None  # s from the end of the last leg to rest; None if it did not rest
    drawn: list[Point]  # m, where the pen was
    timestep_limit: float  # s, from which the arm rings on the path; infinite if there is none


@dataclass
class Tracking:
    """The tracking error and the drawn path, while the pen follows its path."""

    error: TrackingError = field(default_factory=TrackingError)
    drawn: Trace = field(default_factory=lambda: Trace(DRAWN))  # points in m

    def add(self, meant: Point, pen: Point) -> None:
        """Add a point (m) of the pen on its path, and the point where it was meant to be."""
        self.error.add(meant, pen)
        self.drawn.add(pen)

    def add_end(self, pen: Point) -> None:
        """Add the point (m) of the pen where the arm came to rest: the drawn path ends there."""
        self.drawn.samples.append(pen)

    def figures(self, settle_time: float | None, timestep_limit: float) -> Figures:
        """Return the figures of a motion with the given settle time and limit, in s."""
        error = self.error
        errors = (error.mean, error.rms, error.max)
        return Figures(*errors, settle_time, self.drawn.samples, timestep_limit)


def pen_of(snapshot: Snapshot) -> Point:
    """Return where the pen is in a snapshot, in m."""
    return end_effector(snapshot.lengths, snapshot.position)[:2]
