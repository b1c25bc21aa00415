"""The arm that draws, of the rehearsal, as the live one."""

from typing import Any

from rosbridge import Client

from actors import rehearse

SQUARE: dict[str, Any] = {
    "square": {"center": list(rehearse.CENTER), "side": rehearse.SIDE},
    "elbow": "positive",
}


def be_the_drawing_arm(client: Client) -> None:
    """Its links, gains and damping, lying flat; PID is on."""
    inertias = [
        rehearse.capsule_inertia(*each)
        for each in zip(rehearse.MASSES, rehearse.LENGTHS, rehearse.RADII)
    ]
    for service, args in (
        (
            "/arm_sim/set_params",
            {"gravity": 0, "masses": rehearse.MASSES, "lengths": rehearse.LENGTHS},
        ),
        ("/arm_sim/set_links", {"inertias": inertias, "damping": rehearse.DAMPING}),
        ("/pid_controller/set_gains", rehearse.GAINS.echo()),
        ("/arm_sim/reset", {}),
        ("/pid_controller/enable", {"data": True}),
    ):
        answer = client.call(service, args)
        assert answer["result"], answer
