"""A page that stays open: its memory, its frames, and what it costs the runtime."""

import os
import time
from pathlib import Path

import chromium
import pytest
from plane import LIVE

SECONDS = float(os.environ.get("SECONDS", "120"))  # the page stays open for this time
TICKS = os.sysconf("SC_CLK_TCK")
ROOM = 4e6  # bytes by which the heap may grow: series fill up in the first two minutes
SHARE = 0.15  # of a core, for gateway and arm_sim with the page open
FRAME = 0.02  # s of processor time of the page's main thread for each frame: 50 frames a second
COUNT = (
    "(() => { let n = 0; const next = () => { n++; requestAnimationFrame(next); };"
    "next(); window.frames_ = () => n; })()"
)


def processor_time(stat):
    """The processor time in s of a process or a thread, by its file in /proc."""
    fields = Path(stat).read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def server_side(runtime):
    return sum(
        processor_time(f"/proc/{runtime.pid_of(name)}/stat") for name in ("gateway", "arm_sim")
    )


def renderer(page):
    """The pid of the process that renders the page: the busiest one of its kind."""
    found = [page.pid]
    for pid in found:
        for listed in Path(f"/proc/{pid}/task").glob("*/children"):
            found += map(int, listed.read_text().split())
    renderers = [
        pid for pid in found if b"--type=renderer" in Path(f"/proc/{pid}/cmdline").read_bytes()
    ]
    return max(renderers, key=lambda pid: processor_time(f"/proc/{pid}/stat"))


@pytest.mark.long
@pytest.mark.timeout(SECONDS + 240)
def test_a_page_that_stays_open_costs_little_and_does_not_grow(runtime, client):
    client.call("/pid_controller/enable", {"data": True})
    client.call("/arm_sim/reset")
    before = server_side(runtime)
    time.sleep(10)
    idle = (server_side(runtime) - before) / 10
    with chromium.Browser(f"http://127.0.0.1:{runtime.port}/") as page:
        page.wait_for(LIVE)
        page.press("Plots")
        page.value(COUNT)
        main = f"/proc/{renderer(page)}"
        main = f"{main}/task/{main.rpartition('/')[2]}/stat"
        heaps = []
        begin, first, drawn = time.monotonic(), server_side(runtime), processor_time(main)
        while time.monotonic() - begin < SECONDS:
            time.sleep(SECONDS / 12)
            heaps.append(page.heap())
        lasted = time.monotonic() - begin
        share = (server_side(runtime) - first) / lasted
        frames = page.value("window.frames_()")
        cost = (processor_time(main) - drawn) / frames
    print(
        f"\nidle {idle:.1%} of a core, with the page {share:.1%}; {frames / lasted:.1f} frames/s, "
        f"{cost * 1000:.1f} ms of processor time each; "
        f"heap {', '.join(f'{heap / 1e6:.1f}' for heap in heaps)} MB"
    )
    assert share < SHARE
    assert cost < FRAME
    late = heaps[len(heaps) // 2 :]
    assert late[-1] - late[0] < ROOM
