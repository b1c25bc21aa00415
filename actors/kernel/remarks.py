"""Remembers what clients were told about their publications, so that a stream does not flood them.

A client is told a remark once. It is told again after a publication with another remark, or none.
"""

from collections.abc import Hashable

MOST = 1_000  # clients and topics with a remark; the one that published longest ago is forgotten


class Remarks:
    """The last remark on each topic to each client; most have none."""

    def __init__(self) -> None:
        self._last: dict[Hashable, str] = {}

    def is_new(self, publisher: Hashable, remark: str) -> bool:
        """Note the remark on a publication, and return whether its publisher must be told it.

        publisher   identifies a client and a topic
        remark      empty if there is nothing to say
        """
        last = self._last.pop(publisher, "")
        if remark:
            self._last[publisher] = remark
            if len(self._last) > MOST:
                del self._last[next(iter(self._last))]
        return bool(remark) and remark != last
