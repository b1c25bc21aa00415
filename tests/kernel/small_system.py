"""A supervisor over actors that misbehave in one way each, for the tests of the supervisor.

    python small_system.py [CONSTANT=VALUE...] ACTOR[!]...

An actor with "!" is essential. CONSTANT is one of supervisor.py or child.py; shutdown=VALUE is the
time in s that every actor gets to stop, and refused_forks=VALUE the forks that fail at first.
"""

import errno
import os
import signal
import sys
import time

from actors.kernel import child, supervisor
from actors.kernel.actor import Actor
from actors.kernel.child import ChildSpec
from actors.kernel.registry import Registry
from actors.kernel.supervisor import Supervisor


class Quiet(Actor):
    """Does nothing wrong. It prints its name when it is told to stop."""

    name = "quiet"

    def begin(self, saved):
        signal.signal(signal.SIGTERM, self.stop)

    def stop(self, *_):
        os.write(1, f"{self.name}\n".encode())
        os._exit(0)


class Second(Quiet):
    name = "second"


class Third(Quiet):
    name = "third"


class Crashing(Actor):
    name = "crashing"

    def begin(self, saved):
        raise ValueError("made to fail")


class Faulting(Actor):
    """Is ended by the system at its start, as by a fault in a library."""

    name = "faulting"

    def begin(self, saved):
        os.kill(os.getpid(), signal.SIGSEGV)


class Hanging(Actor):
    """Shows life for half a second, and none after that."""

    name = "hanging"
    period = 0.5

    def begin(self, saved):
        self.lived = False

    def tick(self):
        if self.lived:
            time.sleep(60)
        self.lived = True


class Stubborn(Actor):
    """Does not stop when it is told to."""

    name = "stubborn"

    def begin(self, saved):
        signal.signal(signal.SIGTERM, signal.SIG_IGN)


class Poisoned(Actor):
    """Crashes when it takes up the state that it saves."""

    name = "poisoned"

    def begin(self, saved):
        if saved:
            raise ValueError("poison")

    def state(self):
        return "poison"


def refuse_forks(count):
    """Let the next forks fail, as at the limit of processes."""
    fork = os.fork
    left = [count]

    def refusing():
        left[0] -= 1
        if left[0] >= 0:
            raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))
        return fork()

    os.fork = refusing


if __name__ == "__main__":
    crew = {
        actor.name: actor
        for actor in (Quiet, Second, Third, Crashing, Faulting, Hanging, Stubborn, Poisoned)
    }
    settings = {
        name: float(value) for name, _, value in (a.partition("=") for a in sys.argv[1:]) if value
    }
    shutdown = settings.pop("shutdown", 5.0)
    refuse_forks(settings.pop("refused_forks", 0))
    for constant, value in settings.items():
        setattr(supervisor if hasattr(supervisor, constant) else child, constant, value)
    names = [argument for argument in sys.argv[1:] if "=" not in argument]
    for name in names:
        crew[name.rstrip("!")].essential = name.endswith("!")
    specs = [ChildSpec(crew[name.rstrip("!")], shutdown=shutdown) for name in names]
    sys.exit(Supervisor(specs, Registry([spec.actor for spec in specs])).run())
