"""Run the tests in two processes side by side: one mostly waits for runtimes, one mostly computes.

usage: python tests/side_by_side.py [options of pytest]      (-p NAME for further plugins)

Both processes get all options. The output of the first is shown as it comes, and the output of the
second after it. The exit code is 0 if no test failed in either. Where the options name the files or
folders to be tested, a single process tests them.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import IO

TESTS = Path(__file__).parent
WAITING = ("system",)  # folders of the first process; the second runs everything else in tests
SECONDS_TO_END = 20.0  # that both processes have to end their tests after Ctrl-C
NO_TESTS = 5  # pytest's exit code when the options leave no test in a process
PYTEST = (sys.executable, "-m", "pytest", "-p", "pytest_timeout")
# The plugins that a machine happens to have take a third of the time of a short test.
ENVIRONMENT = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
ENDS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def main(options: Sequence[str]) -> int:
    """Run all tests that the options leave; the exit code."""
    for number in ENDS:
        signal.signal(number, signal.default_int_handler)
    everything = sorted(entry.name for entry in TESTS.iterdir() if entry.name[0] not in "._")
    computing = [name for name in everything if name not in WAITING]
    with tempfile.TemporaryFile() as kept:
        processes: list[subprocess.Popen[bytes]] = []
        try:
            processes.append(start(options, "waiting", ignored=computing))
            processes.append(start(options, "computing", ignored=WAITING, output=kept))
            codes = [process.wait() for process in processes]
        except KeyboardInterrupt:
            codes = interrupt(processes)
        finally:
            for process in processes:
                process.kill()
        kept.seek(0)
        shutil.copyfileobj(kept, sys.stdout.buffer)
    return worst(codes)


def start(
    options: Sequence[str], name: str, ignored: Sequence[str], output: IO[bytes] | None = None
) -> subprocess.Popen[bytes]:
    """Start pytest without some entries of tests, in a group of its own: Ctrl-C reaches only us."""
    colour = ["--color=yes"] if sys.stdout.isatty() else []
    return subprocess.Popen(
        [
            *PYTEST,
            *("-o", f"cache_dir=.pytest_cache/{name}"),
            *(f"--ignore={TESTS / entry}" for entry in ignored),
            *colour,
            *options,
        ],
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=output and subprocess.STDOUT,
        env=ENVIRONMENT,
        start_new_session=True,
    )


def interrupt(processes: Sequence[subprocess.Popen[bytes]]) -> list[int]:
    """Pass Ctrl-C on to each process once, so that it ends in order; their exit codes."""
    for process in processes:
        process.send_signal(signal.SIGINT)
    try:
        return [process.wait(SECONDS_TO_END) for process in processes]
    except subprocess.TimeoutExpired:
        return [-signal.SIGKILL]


def worst(codes: Sequence[int]) -> int:
    """The exit code for the exit codes of both."""
    failed = [code for code in codes if code not in (0, NO_TESTS)]
    if failed:
        return failed[0] if failed[0] > 0 else 128 - failed[0]
    return 0 if 0 in codes else NO_TESTS


def names_tests(option: str) -> bool:
    """Whether an option is a file, a folder or a test in a file."""
    return Path(option.split("::")[0]).exists()


if __name__ == "__main__":
    os.chdir(TESTS.parent)
    if any(map(names_tests, sys.argv[1:])):
        os.execve(sys.executable, [*PYTEST, *sys.argv[1:]], ENVIRONMENT)
    sys.exit(main(sys.argv[1:]))
