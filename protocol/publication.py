"""One message of a topic, in all forms in which clients want it. Each form is made only once."""

from protocol.forms import NONE, CannotEncode, DoesNotFit, Encoder, Form
from protocol.lines import publish_line
from protocol.members import TopicMembers


class Publication:
    """A message (JSON text) of a topic (canonical name)."""

    def __init__(self, topic: str, msg: bytes, members: TopicMembers, encoder: Encoder):
        self._lines: dict[Form, bytes] = {}  # those made so far
        self.problems: dict[Form, str] = {}  # why a form is impossible, as a text for clients
        self._topic = topic
        self._msg = msg
        self._members = members
        self._encoder = encoder

    def line(self, form: Form) -> bytes:
        """Return the message as it is sent to a client that wants it in this form.

        It is empty if the message is not sent at all.
        """
        line = self._lines.get(form)
        if line is None:
            line = self._lines[form] = self._make(form)
        return line

    def _make(self, form: Form) -> bytes:
        if form.compression == NONE:
            return publish_line(form.spelled, self._msg)
        wanted = f"{form.spelled} is wanted as {form.compression}"
        try:
            return self._encoder.encode(form, self._members.type_of(self._topic), self._msg)
        except DoesNotFit as problem:
            self.problems[form] = f"{wanted}, but a message does not fit its type: {problem}"
            return b""
        except CannotEncode as problem:
            self.problems[form] = f"{wanted}, but a message is sent as JSON: {problem}"
            return self.line(Form(form.spelled))
