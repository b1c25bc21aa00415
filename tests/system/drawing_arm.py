"""The arm of actors/examples/square.py as the live arm."""

from dataclasses import asdict
from typing import Any

from rosbridge import Client

from actors.examples import square

SQUARE: dict[str, Any] = {
    "square": {"center": list(square.CENTER), "side": square.SIDE},
    "elbow": "positive",
}


def be_the_drawing_arm(client: Client) -> None:
    """Set the links, gains and damping of that arm, without gravity, and switch PID on."""
    inertias = [
        square.capsule_inertia(*each) for each in zip(square.MASSES, square.LENGTHS, square.RADII)
    ]
    for service, args in (
        (
            "/arm_sim/set_params",
            {"gravity": 0, "masses": square.MASSES, "lengths": square.LENGTHS},
        ),
        ("/arm_sim/set_links", {"inertias": inertias, "damping": square.DAMPING}),
        ("/pid_controller/set_gains", asdict(square.GAINS)),
        ("/arm_sim/reset", {}),
        ("/pid_controller/enable", {"data": True}),
    ):
        answer = client.call(service, args)
        assert answer["result"], answer
