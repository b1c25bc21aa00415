"""How well the pen follows its path."""

import math
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from actors.arm.motion.path import Point

DRAWN = 400  # points of the drawn path that are kept


@dataclass
class Trace:
    """Samples in order; without room for all, every second one is kept, every fourth, and so on."""

    room: int
    samples: list[Any] = field(default_factory=list)
    stride: int = 1
    added: int = 0

    def add(self, sample: Any) -> None:
        if self.added % self.stride == 0:
            self.samples.append(sample)
            if len(self.samples) > self.room:
                self.samples = self.samples[::2]
                self.stride *= 2
        self.added += 1


@dataclass
class TrackingError:
    """The distances (m) between the pen and where it was meant to be; nan while there are none."""

    count: int = 0
    total: float = 0.0  # m
    squares: float = 0.0  # m^2
    largest: float = 0.0  # m

    def add(self, meant: Point, pen: Point) -> None:
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
    """What is reported of a motion: its tracking error, how it came to rest, and what it drew."""

    mean: float  # m, as are the next two
    rms: float
    max: float
    settle_time: float | None  # s from the end of the last leg to rest, if that was reached
    drawn: list[Point]  # where the pen was


@dataclass
class Tracking:
    """What is known of the pen while it follows its path."""

    error: TrackingError = field(default_factory=TrackingError)
    drawn: Trace = field(default_factory=lambda: Trace(DRAWN))  # points in m

    def add(self, meant: Point, pen: Point) -> None:
        """The pen was added on its path."""
        self.error.add(meant, pen)
        self.drawn.add(pen)

    def add_end(self, pen: Point) -> None:
        """The pen was added where the arm came to rest; the drawn path always ends there."""
        self.drawn.samples.append(pen)

    def figures(self, settle_time: float | None) -> Figures:
        error = self.error
        return Figures(error.mean, error.rms, error.max, settle_time, self.drawn.samples)
