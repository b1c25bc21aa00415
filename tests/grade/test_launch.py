"""The grader ends what it has started, all of it, and nothing else."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from tests.grade.launch import Launcher, within

NOTHING = f"{sys.executable} -S {Path(__file__).parent / 'broken' / 'nothing.py'} silent"


def test_a_server_is_stopped_with_what_it_has_started() -> None:
    launcher = Launcher(f'sh -c "setsid sleep 30 & exec {NOTHING}"', ".", "127.0.0.1", 0)
    bystander = subprocess.Popen(["sleep", "30"], start_new_session=True)
    try:
        launcher.start(2, 5.0)
        assert len(launcher.strays()) == 2
        launcher.stop()
        assert launcher.strays() == []
        assert bystander.poll() is None
    finally:
        bystander.kill()
        bystander.wait()


def test_a_server_that_ignores_sigterm_is_stopped() -> None:
    code = "import signal, time; signal.signal(15, signal.SIG_IGN)"
    launcher = Launcher(f'{sys.executable} -S -c "{code}; time.sleep(30)"', ".", "127.0.0.1", 0)
    launcher.polite = 0.2
    try:
        launcher.start(2, 0.3)
    except Exception as reason:
        assert "nothing serves port" in str(reason)
    launcher.stop()
    assert launcher.strays() == []


def test_the_links_are_told_to_the_server_or_not() -> None:
    show = "import os; print(os.environ.get('ARM_SIM_LINKS'), os.environ['ROSBRIDGE_PORT'])"
    for links, wanted in ((3, "3"), (None, "None")):
        launcher = Launcher(f'{sys.executable} -S -c "{show}"', ".", "127.0.0.1", 0)
        try:
            launcher.start(links, 5.0)
        except Exception:
            launcher.stop()
        assert launcher.output() == f"{wanted} {launcher.port}"


def test_the_server_is_stopped_when_the_grader_is() -> None:
    command = [sys.executable, "-m", "tests.grade", "--port", "0", "--launch", NOTHING]
    root = Path(__file__).resolve().parents[2]
    grader = subprocess.Popen(command, cwd=root, stdout=subprocess.DEVNULL)

    def children() -> list[str]:
        found = subprocess.run(
            ["ps", "-o", "pid=", "--ppid", str(grader.pid)], capture_output=True, text=True
        )
        return found.stdout.split()

    assert within(5.0, lambda: bool(children()))
    time.sleep(0.2)
    (server,) = children()
    grader.send_signal(signal.SIGTERM)
    grader.wait(10)

    def has_ended() -> bool:
        return not os.path.exists(f"/proc/{server}")

    assert within(5.0, has_ended)
