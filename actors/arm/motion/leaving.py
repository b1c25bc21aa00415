"""How an arm moves away from what it touches where its path begins.

A pair that touches there is allowed to do so until it has come free, if it never comes nearer
again. From then on it must not touch any more. At the end of the path it must at least be farther
apart than at the beginning.
"""

from collections.abc import Iterator, Sequence

from actors.arm.motion.distances import Pairs

CLOSE = 1e-3  # a fraction of the reach: an interval on which nothing moves farther is not halved
TOUCHING = CLOSE / 2  # a fraction of the reach: what comes so near counts as a contact
ROUNDING = 1e-9  # a fraction of the reach: by so much a distance may be wrong


class Leaving:
    """The pairs that touch at the beginning of a path and have not yet come free.

    It contains their indices. distances are those of all pairs at the beginning; without them it is
    empty.
    """

    def __init__(self, pairs: Pairs, distances: Sequence[float]):
        self._pairs = pairs
        self._first = {pair: near for pair, near in enumerate(distances) if near <= TOUCHING}
        self._farthest = dict(self._first)  # the largest distances so far

    def __contains__(self, pair: object) -> bool:
        return pair in self._farthest

    def __iter__(self) -> Iterator[int]:
        return iter(self._farthest)

    def __len__(self) -> int:
        return len(self._farthest)

    def look(self, distances: Sequence[float]) -> str | None:
        """Take the next distances into account; return a text if a pair has come nearer."""
        for pair, farthest in list(self._farthest.items()):
            distance = distances[pair]
            if distance < farthest - ROUNDING:
                return f"{self._rule(pair)}, but would come nearer"
            if distance > TOUCHING:
                del self._farthest[pair]
            else:
                self._farthest[pair] = max(distance, farthest)
        return None

    def stays(self) -> str | None:
        """Return a text if a pair is no farther apart at the end of the path than at first."""
        for pair, farthest in self._farthest.items():
            if farthest <= self._first[pair] + ROUNDING:
                return f"{self._rule(pair)}, but would stay as near"
        return None

    def _rule(self, pair: int) -> str:
        link, other = self._pairs.link(pair), self._pairs.other(pair)
        if self._pairs.touches(pair, self._first[pair]):
            return f"{link} touches {other} at the start and may only move away from it"
        near = f"closer than {self._pairs.clearance} to {other}"
        return f"{link} is {near} at the start and may only move away from it"
