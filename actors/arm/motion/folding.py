"""Links that fold onto the one before.

Link i + 1 folds onto link i where the angle of joint i + 1 is half a turn. A link that is folded
where a path begins may unfold.
"""

import math
from collections.abc import Sequence

from actors.arm.choice import TURN

FOLDED = 1e-6  # rad; so near to half a turn, a link lies on the one before


class Folds:
    """The joints that are folded at the beginning of a path and have not yet unfolded.

    start is the first pose (n,) in rad. If it is empty, no joint may be folded.
    """

    def __init__(self, start: Sequence[float]):
        self._folded = {i for i in range(1, len(start)) if _folds(start[i], start[i])}

    def first_between(self, a: Sequence[float], b: Sequence[float]) -> str | None:
        """Return the text of a contact if a link folds between the poses a and b, or None."""
        for i in range(1, len(a)):
            begin = a[i]
            if i in self._folded:
                if _folds(b[i], b[i]):
                    continue
                self._folded.remove(i)
                begin += math.copysign(2 * FOLDED, b[i] - a[i])
            if _folds(begin, b[i]):
                return f"link {i + 1} folds onto link {i}"
        return None

    def stays(self) -> str | None:
        """Return a text if a joint is still folded at the end of the path, or None."""
        for i in sorted(self._folded):
            return f"link {i + 1} is folded onto link {i} at the start, but would stay so"
        return None


def _folds(a: float, b: float) -> bool:
    """Whether a joint is folded anywhere between the angles a and b."""
    low, high = sorted((a, b))
    return math.floor((high + FOLDED) / TURN + 0.5) > math.floor((low - FOLDED) / TURN + 0.5)
