"""Small actors and letters for tests that start no process."""

from queue import Empty

from actors.kernel.actor import Actor
from actors.kernel.handlers import Ask, Outcome
from actors.kernel.letters import Publication, ServiceCall, ServiceReply, unpacked
from actors.kernel.service import always, if_query, serves, subscribes
from protocol.fields import Rejected


class Clerk(Actor):
    """Keeps a number."""

    name = "clerk"

    def begin(self, saved):
        self.kept = saved or 0

    def state(self):
        return self.kept

    @serves("/double", repeatable=always)
    def double(self, args):
        return {"twice": 2 * args["x"]}

    @serves("/set", repeatable=if_query)
    def set(self, args):
        self.kept = args.get("kept", self.kept)
        return {"kept": self.kept}

    @serves("/fail")
    def fail(self, args):
        raise Rejected("it must not be", {"kept": self.kept})

    @serves("/bug")
    def bug(self, args):
        raise ZeroDivisionError

    @serves("/warn")
    def warn(self, args):
        return Outcome({"kept": self.kept}, ("a is wrong", "b is wrong"))

    @subscribes("/number")
    def number(self, message):
        if not isinstance(message, int):
            raise Rejected("no number")
        self.kept = message
        return Outcome({}, remark="it is negative" if message < 0 else "")


class Boss(Actor):
    """Answers by asking the clerk."""

    name = "boss"
    on_demand = ("/rare",)

    @serves("/quadruple", repeatable=always)
    def quadruple(self, args):
        first = yield Ask("/double", {"x": args["x"]})
        second = yield Ask("/double", {"x": first["twice"]})
        return {"four": second["twice"]}

    @serves("/careful")
    def careful(self, args):
        try:
            yield Ask("/set", args, timeout=0.5)
        except Rejected as refusal:
            return {"heard": str(refusal)}
        return {"heard": ""}


class Gateway(Actor):
    """In the place of the real gateway: gets every publication, as text."""

    name = "gateway"
    receives_all = True


def letters(registry, name):
    """Take all letters out of the mailbox of an actor, but log lines and reports of health."""
    found = []
    while True:
        try:
            found += unpacked(registry[name].mailbox.get(0))
        except Empty:
            return [letter for letter in found if not _is_routine(letter)]


def _is_routine(letter):
    return isinstance(letter, Publication) and letter.topic in ("/rosout", "health")


def call(
    service,
    args=None,
    caller="gateway",
    token=1,
    incarnation=0,
    caller_incarnation=0,
    encoded=False,
    client=None,
):
    return ServiceCall(
        service, args or {}, caller, caller_incarnation, token, incarnation, encoded, client
    )


def finish(actor):
    """Let the paused handlers of an actor run until each has ended or waits for an answer."""
    while actor.handlers.any_yielded:
        actor.handlers.go_on()


def reply(token, values=None, result=True, status="", incarnation=0):
    return ServiceReply(token, incarnation, result, status, values or {})
