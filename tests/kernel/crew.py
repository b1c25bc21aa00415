"""Small actors and letters for the tests of the kernel; no test of them starts a process."""

from queue import Empty

from actors.kernel.actor import Actor
from actors.kernel.conduct import Ask, Outcome
from actors.kernel.service import Service, always, if_query
from protocol.fields import Rejected
from protocol.messages import Publication, ServiceCall, ServiceReply


class Clerk(Actor):
    """Keeps a number, and counts what it does."""

    name = "clerk"
    serves = {
        "/double": Service("double", always),
        "/set": Service("set", if_query),
        "/fail": Service("fail"),
        "/bug": Service("bug"),
        "/warn": Service("warn"),
    }
    hears = {"/number": "number"}

    def begin(self, saved):
        self.kept = saved or 0

    def state(self):
        return self.kept

    def double(self, args):
        return {"twice": 2 * args["x"]}

    def set(self, args):
        self.kept = args.get("kept", self.kept)
        return {"kept": self.kept}

    def fail(self, args):
        raise Rejected("it must not be", {"kept": self.kept})

    def bug(self, args):
        raise ZeroDivisionError

    def warn(self, args):
        return Outcome({"kept": self.kept}, ("a is wrong", "b is wrong"))

    def number(self, message):
        if not isinstance(message, int):
            raise Rejected("no number")
        self.kept = message


class Boss(Actor):
    """Answers by asking the clerk, several times if need be."""

    name = "boss"
    serves = {"/quadruple": Service("quadruple", always), "/careful": Service("careful")}

    def quadruple(self, args):
        first = yield Ask("/double", {"x": args["x"]})
        second = yield Ask("/double", {"x": first["twice"]})
        return {"four": second["twice"]}

    def careful(self, args):
        try:
            yield Ask("/set", args, timeout=0.5)
        except Rejected as refusal:
            return {"heard": str(refusal)}
        return {"heard": ""}


class Gateway(Actor):
    """Stands in for the real one: hears everything, as text."""

    name = "gateway"
    hears = {"*": "everything"}
    wants_text = True

    def everything(self, message):
        pass


def letters(registry, name):
    """All that waits in the mailbox of an actor, but log lines and reports of health."""
    found = []
    while True:
        try:
            letter = registry.mailbox[name].get(0)
        except Empty:
            return found
        if not (isinstance(letter, Publication) and letter.topic in ("/rosout", "health")):
            found.append(letter)


def call(service, args=None, caller="gateway", token=1, life=0, caller_life=0, encoded=False):
    return ServiceCall(service, args or {}, caller, caller_life, token, life, encoded)


def reply(token, values=None, result=True, status="", life=0):
    return ServiceReply(token, life, result, status, values or {})
