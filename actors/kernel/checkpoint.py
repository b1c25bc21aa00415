"""The state of an actor, kept where the actor's death cannot reach it."""

import pickle
from multiprocessing.sharedctypes import RawArray
from typing import Any


class Checkpoint:
    """Two slots and a one-byte index in shared memory.

    save fills the slot that is not in use, then turns the index to it. A process killed at any
    instruction leaves the index at a whole state: the one before, or the one after.
    """

    def __init__(self, room: int = 64 * 1024):
        self.room = room  # bytes of one pickled state
        self._index = RawArray("B", 1)  # 0: nothing saved; 1, 2: the slot in use
        self._slots = [memoryview(RawArray("B", room)).cast("B") for _ in range(2)]

    def save(self, state: Any) -> None:
        """Replace the saved state. Raises ValueError, and keeps the old one, if it does not fit."""
        pickled = pickle.dumps(state, pickle.HIGHEST_PROTOCOL)
        if len(pickled) > self.room:
            raise ValueError(
                f"a state of {len(pickled)} bytes does not fit into a checkpoint of {self.room}"
            )
        spare = 1 if self._index[0] == 1 else 0
        self._slots[spare][: len(pickled)] = pickled
        self._index[0] = spare + 1  # the commit

    def load(self) -> Any:
        """The state saved last, or None."""
        used = self._index[0]
        return pickle.loads(self._slots[used - 1]) if used else None

    def clear(self) -> None:
        self._index[0] = 0
