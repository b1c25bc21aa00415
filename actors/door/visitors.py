"""Decides which browsers may come in, so that no foreign web page can command the arm.

A browser says in Host which name it has looked up, and in Origin which page sends the request. A
page of another machine may have made the browser look up a name of its own that means this machine
(DNS rebinding): its Host then is no name of this machine.
"""

import re

from actors.door.pages import Page, sentence
from actors.door.request import Request

LOOPBACK = (
    r"(?:(?:[a-z0-9_-]+\.)*localhost|127(?:\.(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}|\[::1\])"
)
HOST = re.compile(LOOPBACK + r"(?::\d{0,5})?", re.IGNORECASE | re.ASCII)
ORIGIN = re.compile(r"https?://" + HOST.pattern, re.IGNORECASE | re.ASCII)
EVERY = "*"


def refusal(request: Request, allowed: frozenset[str]) -> Page | None:
    """Return why a request is refused, or None. allowed are origins besides those of loopback."""
    hosts = request.values("host")
    if len(hosts) != 1:
        return sentence(400, "A request must have one Host")
    if not HOST.fullmatch(hosts[0]):
        return sentence(403, f"Only a Host that names this machine is served, not {hosts[0]!a:.80}")
    origins = request.values("origin")
    if len(origins) > 1:
        return sentence(400, "A request may have only one Origin")
    if not origins or ORIGIN.fullmatch(origins[0]) or is_allowed(origins[0], allowed):
        return None
    return sentence(
        403,
        f"Pages of {origins[0]!a:.80} may not connect; "
        "ROSBRIDGE_ORIGINS names the origins that may, separated by commas",
    )


def is_allowed(origin: str, allowed: frozenset[str]) -> bool:
    """Return whether an origin is among those that the settings allow."""
    return EVERY in allowed or origin.lower() in allowed
