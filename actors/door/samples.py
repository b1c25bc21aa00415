"""Drops old samples of the state of the arm when the gateway is late.

Thousands of subscriptions may take more time than there is. The letters would then pile up, and the
answers to calls among them would come later and later.
"""

from collections.abc import Sequence

from actors.kernel.letters import Letter, Publication
from protocol import names

NEWEST = 2  # samples of one topic that are passed on, of all that wait at a time: 33 ms of delay


def without_old(letters: Sequence[Letter]) -> list[Letter]:
    """Return the letters in their order, without all but the newest samples of each topic."""
    left = dict.fromkeys(names.SAMPLES, NEWEST)
    kept = []
    for letter in reversed(letters):
        if isinstance(letter, Publication) and letter.topic in left:
            if not left[letter.topic]:
                continue
            left[letter.topic] -= 1
        kept.append(letter)
    kept.reverse()
    return kept
