"""How well a path was followed."""

import math
from dataclasses import dataclass, field
from typing import Any

from actors.arm.motion.path import Point


@dataclass
class Trace:
    """Samples at equal distances: every one at first, and every second, fourth, ... so that there is room for all."""

    room: int
    samples: list[Any] = field(default_factory=list)
    stride: int = 1
    seen: int = 0

    def add(self, sample: Any) -> None:
        if self.seen % self.stride == 0:
            self.samples.append(sample)
            if len(self.samples) > self.room:
                self.samples = self.samples[::2]
                self.stride *= 2
        self.seen += 1


@dataclass
class Figures:
    """Of the distances (m) between the pen and where it was meant to be; nan while there are none."""

    count: int = 0
    total: float = 0.0  # m
    squares: float = 0.0  # m^2
    worst: float = 0.0  # m

    def add(self, meant: Point, pen: Point) -> None:
        """One look at the pen."""
        error = math.dist(meant, pen)
        self.count += 1
        self.total += error
        self.squares += error * error
        self.worst = max(self.worst, error)

    @property
    def mean(self) -> float:
        return self.total / self.count if self.count else math.nan

    @property
    def rms(self) -> float:
        return math.sqrt(self.squares / self.count) if self.count else math.nan

    @property
    def max(self) -> float:
        return self.worst if self.count else math.nan
