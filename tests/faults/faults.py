"""The table of all faults, and how often each is drawn."""

from collections.abc import Callable

from bad_clients import BadClients
from deaths import Deaths


class Faults(Deaths, BadClients):
    """All that can be done to a system, one kind per method."""

    def deck(self, count: int) -> list[Callable[[], None]]:
        """So many faults in random order, with at least one of each kind if there is room."""
        kinds: dict[Callable[[], None], float] = {
            self.kill: 50,
            self.kill_several: 8,
            self.kill_newborn: 4,
            self.pause: 7,
            self.hang: 2,
            self.hang_while_others_die: 1,
            self.flood: 3,
            self.tear: 6,
            self.babble: 9,
            self.babble_endlessly: 1,
            self.stop_reading: 3,
            self.provide_and_vanish: 4,
            self.provide_and_stay_silent: 3,
        }
        deck = self.random.choices(
            list(kinds), list(kinds.values()), k=max(0, count - len(kinds))
        ) + list(kinds)
        self.random.shuffle(deck)
        return deck[:count]
