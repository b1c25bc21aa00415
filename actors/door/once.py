"""Publications that come again after a death of their publisher, and are passed on once."""

REMEMBERED = 1000  # marks; a repetition comes soon after the death, among few others


class Once:
    """The marks of the latest publications that must not reach a client twice."""

    def __init__(self) -> None:
        self._marks: dict[str, None] = {}  # oldest first

    def is_first(self, mark: str) -> bool:
        """Whether a publication with this mark has not come before."""
        if mark in self._marks:
            return False
        self._marks[mark] = None
        if len(self._marks) > REMEMBERED:
            del self._marks[next(iter(self._marks))]
        return True
