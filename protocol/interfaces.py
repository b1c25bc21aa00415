"""Knows the types in protocol/definitions/: their texts, their fields, and the types they use."""

from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

from protocol.idl import Message, read_message, read_service

FOLDER = Path(__file__).parent / "definitions"
SEPARATOR = "=" * 80
MESSAGE = "msg"
SERVICE = "srv"


class Interfaces:
    """The types by name, such as std_msgs/msg/Header. A text is read when it is first needed."""

    def __init__(self, folder: Path = FOLDER):
        self._folder = folder
        self._texts: dict[str, str] = {}
        self._full_texts: dict[str, str] = {}

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of all types, in alphabetical order."""
        found = (path for kind in (MESSAGE, SERVICE) for path in self._folder.glob(f"*/{kind}/*"))
        return tuple(sorted("/".join((*path.parts[-3:-1], path.stem)) for path in found))

    def is_known(self, name: str, kind: str) -> bool:
        """Whether there is a type of this name and kind."""
        return name in self.names and name.split("/")[1] == kind

    def text(self, name: str) -> str:
        """Return the text of a known type, as it is in its file."""
        if name not in self._texts:
            package, kind, stem = name.split("/")
            path = self._folder / package / kind / f"{stem}.{kind}"
            self._texts[name] = path.read_text(encoding="utf-8")
        return self._texts[name]

    def message(self, name: str) -> Message:
        """Return the fields and constants of a known message."""
        return read_message(self.text(name), name.split("/")[0])

    def service(self, name: str) -> tuple[Message, Message]:
        """Return the request and the response of a known service."""
        return read_service(self.text(name), name.split("/")[0])

    def used_by(self, message: Message) -> Iterator[tuple[str, Message]]:
        """Return the messages that a message is made of, each once, with their names."""
        seen: set[str] = set()
        wanted = [field.type for field in reversed(message.fields) if field.is_message]
        while wanted:
            name = wanted.pop()
            if name not in seen:
                seen.add(name)
                inner = self.message(name)
                yield name, inner
                wanted += [field.type for field in reversed(inner.fields) if field.is_message]

    def full_text(self, name: str) -> str:
        """Return the text of a known message, followed by those of the messages it is made of.

        Each of these begins with a line of = and a line with its package and name.
        """
        if name not in self._full_texts:
            parts = [self.text(name)]
            for inner, _ in self.used_by(self.message(name)):
                package, _, stem = inner.split("/")
                parts.append(f"{SEPARATOR}\nMSG: {package}/{stem}\n{self.text(inner)}")
            self._full_texts[name] = "".join(parts)
        return self._full_texts[name]
