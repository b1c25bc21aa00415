"""Services for links and limits, and values that tests of several files set."""

from rosbridge import Client

LINKS = "/arm_sim/set_links"
LIMITS = "/arm_sim/set_limits"
NO_LIMITS = {"position": None, "operating": None, "velocity": None, "effort": None}
SOME_LIMITS = {
    "position": [[-0.5, 0.5], [-0.3, 0.3]],
    "operating": [[-0.2, 0.2], [-0.1, 0.1]],
    "velocity": [1, 2],
    "effort": [40, 30],
}


def make_anew(client: Client, links: int) -> None:
    """Give the arm uniform rods without damping and limits, in its starting pose."""
    assert client.call(LIMITS, NO_LIMITS)["result"]
    assert client.call(LINKS, {"rods": True, "damping": [0] * links})["result"]
    assert client.call("/arm_sim/reset")["result"]
