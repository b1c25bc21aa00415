"""Run the tests in a few processes side by side.

usage: python tests/side_by_side.py [options of pytest]      (-p NAME for further plugins)

Most tests of the running system wait, and most of the others compute: together they take a third of
the time that they take one after the other. Every process gets all options. The output of the first
is shown as it comes, and the output of the others after it. The exit code is 0 if no test failed.
Where the options name the files or folders to be tested, a single process tests them.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Collection, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import IO, TypeAlias

Output: TypeAlias = IO[bytes] | None  # None: our own

TESTS = Path(__file__).parent
APART = ({"live"}, {"system", "faults"})  # entries of tests; one process runs all the others
SECONDS_TO_END = 20.0  # that the processes have to end their tests after Ctrl-C
CACHE = ".pytest_cache"  # each process has a folder of its own there
NO_TESTS = 5  # pytest's exit code when the options leave no test in a process
PYTEST = (sys.executable, "-m", "pytest", "-p", "pytest_timeout")
# The plugins that a machine happens to have take a third of the time of a short test.
ENVIRONMENT = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
ENDS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def main(options: Sequence[str]) -> int:
    """Run all tests that the options leave; the exit code."""
    for number in ENDS:
        signal.signal(number, signal.default_int_handler)
    everything = {entry.name for entry in TESTS.iterdir() if entry.name[0] not in "._"}
    groups = [*APART, everything.difference(*APART)]
    with ExitStack() as stack:
        outputs = [stack.enter_context(tempfile.TemporaryFile()) for _ in groups[1:]]
        codes = run([everything - group for group in groups], [None, *outputs], options)
        for output in outputs:
            output.seek(0)
            shutil.copyfileobj(output, sys.stdout.buffer)
    return worst(codes)


def run(
    ignored: Sequence[Collection[str]], outputs: Sequence[Output], options: Sequence[str]
) -> list[int]:
    """Run a process for each set of ignored entries of tests; their exit codes."""
    processes: list[subprocess.Popen[bytes]] = []
    try:
        for number, (entries, output) in enumerate(zip(ignored, outputs)):
            processes.append(
                start(entries, output, ["-o", f"cache_dir={CACHE}/{number}", *options])
            )
        return [process.wait() for process in processes]
    except KeyboardInterrupt:
        return interrupt(processes)
    finally:
        for process in processes:
            process.kill()


def start(
    ignored: Collection[str], output: Output, options: Sequence[str]
) -> subprocess.Popen[bytes]:
    """Start pytest in a process group of its own, so that Ctrl-C reaches only us."""
    colour = ["--color=yes"] if sys.stdout.isatty() else []
    entries = [f"--ignore={TESTS / entry}" for entry in sorted(ignored)]
    return subprocess.Popen(
        [*PYTEST, *entries, *colour, *options],
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
    """The exit code for the exit codes of all processes."""
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
