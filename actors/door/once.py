"""Recognises publications that an actor has sent again after a death of its predecessor."""

REMEMBERED = 1000  # marks; a repetition comes soon after a death, with few others in between


class Once:
    """The marks of the latest publications that clients must get only once."""

    def __init__(self) -> None:
        self._marks: dict[str, None] = {}  # oldest first

    def is_first(self, mark: str) -> bool:
        """Note a mark, and return whether it is new."""
        if mark in self._marks:
            return False
        self._marks[mark] = None
        if len(self._marks) > REMEMBERED:
            del self._marks[next(iter(self._marks))]
        return True
