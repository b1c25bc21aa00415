"""Keeps the state of an actor in shared memory, so that a successor can read it."""

import pickle
from typing import Any

from actors.kernel.shared import shared_bytes


class Checkpoint:
    """Holds two slots, and one byte that says which of them is in use.

    save() fills the slot that is not in use, and then writes the byte. A process that is killed at
    any instruction leaves either the old state or the new one in use, never a mixture.
    """

    def __init__(self, room: int = 64 * 1024):
        self.room = room  # bytes of one pickled state
        self._in_use = shared_bytes(1)  # 0: nothing is saved; 1, 2: the slot in use
        self._slots = [shared_bytes(room) for _ in range(2)]

    def save(self, state: Any) -> None:
        """Replace the saved state. Raises ValueError, and keeps the old one, if it does not fit."""
        pickled = pickle.dumps(state, pickle.HIGHEST_PROTOCOL)
        if len(pickled) > self.room:
            raise ValueError(
                f"a state of {len(pickled)} bytes does not fit into a checkpoint of {self.room}"
            )
        spare = 1 if self._in_use[0] == 1 else 0
        self._slots[spare][: len(pickled)] = pickled
        self._in_use[0] = spare + 1

    def load(self) -> Any:
        """Return the state that was saved last, or None."""
        in_use = self._in_use[0]
        return pickle.loads(self._slots[in_use - 1]) if in_use else None

    def clear(self) -> None:
        """Forget the saved state."""
        self._in_use[0] = 0
