"""How far the pen of the live arm is off its path, and how well a rehearsal forecasts that."""

from collections.abc import Iterator
from typing import Any

from drawing_arm import SQUARE, be_the_drawing_arm
from harness import Client, Runtime
from table import Row

from actors.examples.square import CENTER, DELAY, SIDE

CIRCLE = {"circle": {"center": list(CENTER), "radius": 0.07}, "elbow": "positive"}
PLAIN = {"feedforward": False, "tolerance": None}
DRAWINGS: dict[str, dict[str, Any]] = {
    **{
        f"square, {speed * 1e3:.0f} mm/s": SQUARE | PLAIN | {"speed": speed}
        for speed in (0.02, 0.04, 0.08, 0.16)
    },
    **{
        f"square, {speed * 1e3:.0f} mm/s, velocity": SQUARE
        | {"speed": speed, "feedforward": "velocity"}
        for speed in (0.04, 0.08, 0.16)
    },
    **{
        f"square, {speed * 1e3:.0f} mm/s, dynamics": SQUARE | {"speed": speed}
        for speed in (0.04, 0.08, 0.16)
    },
    f"square, 80 mm/s, {DELAY * 1e3:.0f} ms ahead": SQUARE
    | PLAIN
    | {"speed": 0.08, "lookahead": DELAY},
    "square, 80 mm/s, corners only": SQUARE | PLAIN | {"speed": 0.08, "spacing": SIDE},
    "circle, 80 mm/s": CIRCLE | PLAIN | {"speed": 0.08},
    "circle, 80 mm/s, dynamics": CIRCLE | {"speed": 0.08},
}


def rows() -> Iterator[Row]:
    with Runtime() as runtime, Client(runtime.port) as client:
        be_the_drawing_arm(client)
        client.subscribe("/motion/result")
        draw(client, SQUARE | {"speed": 0.16})  # the next ones begin where this one ends
        for what, request in DRAWINGS.items():
            forecast = client.call("/motion/rehearse", request, within=60)["values"]["figures"]
            live = draw(client, request)
            for figure in ("mean", "rms", "max"):
                yield Row(f"{what}: {figure}, live", live[figure] * 1e3, "mm")
                yield Row(f"{what}: {figure}, as rehearsed", forecast[figure] * 1e3, "mm")


def draw(client: Client, request: dict[str, Any]) -> dict[str, Any]:
    """Let the arm draw; the figures of the result."""
    answer = client.call("/motion/draw", request)
    assert answer["result"], answer
    result = client.message("/motion/result", answer["values"]["duration"] + 20)
    assert result["outcome"] == "reached", result
    return result["figures"]
