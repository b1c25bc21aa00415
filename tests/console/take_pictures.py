"""Takes the pictures of the console that the README shows.

usage: python tests/console/take_pictures.py       writes tests/console/pictures/*.webp
"""

import sys
import time
from pathlib import Path

sys.path += [str(Path(__file__).parents[k] / part) for k, part in ((0, ""), (1, "system"), (2, ""))]

import chromium
from harness import Client, Runtime
from plane import LIVE

FOLDER = Path(__file__).parent / "pictures"


def main() -> None:
    """Let the arm draw a square, and show a lesson."""
    FOLDER.mkdir(exist_ok=True)
    with Runtime(2, FAULT_INJECTION="1") as runtime, Client(runtime.port) as client:
        url = f"http://127.0.0.1:{runtime.port}/"
        with chromium.Browser(url, 1200, 760) as page:
            page.wait_for(LIVE)
            drawing(page, client)
            lesson(page)


def drawing(page: chromium.Browser, client: Client) -> None:
    """A square that is half drawn, with plots."""
    client.call("/pid_controller/enable", {"data": True})
    client.call("/arm_sim/reset")
    client.call("/motion/set_obstacles", {"obstacles": [{"x": -0.9, "y": 0.9, "radius": 0.3}]})
    page.press("Plots")
    square = {"center": [1.1, 0.6], "side": 0.7}
    client.call("/motion/draw", {"square": square, "speed": 0.6})
    page.wait_for("document.querySelector('#time').textContent.slice(2, 5) >= 9.4")
    page.picture(FOLDER / "drawing.webp")
    client.call("/motion/stop")


def lesson(page: chromium.Browser) -> None:
    """The lesson about integrators with its numbers, in dark colours."""
    page.press("defaults + reset")
    page.light(False)
    page.press("Lessons")
    page.value("document.querySelector('[aria-label=\"begin Integrator\"]').click()")
    page.wait_for("document.querySelector('.proof')?.textContent.startsWith('euler: after 3')")
    time.sleep(2)
    page.press("next")
    page.wait_for("document.querySelectorAll('.proof')[1].textContent.startsWith('rk4: after 4')")
    page.picture(FOLDER / "lesson.webp")
    page.press("finish")


if __name__ == "__main__":
    main()
