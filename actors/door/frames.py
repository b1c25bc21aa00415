"""Makes WebSocket frames of lines: RFC 6455, section 5.2. A line becomes one unmasked frame."""

from protocol.lines import Binary

FINAL_TEXT = 0x81
FINAL_BINARY = 0x82
CLOSE = 0x88
GOING_AWAY = 1001  # close codes
POLICY = 1008
LONGEST_REASON = 123  # bytes
IN_TWO_BYTES = 126  # in the place of a length: the length follows in so many bytes
IN_EIGHT_BYTES = 127


def header(first: int, length: int) -> bytes:
    """Make the header of a frame with a payload of so many bytes."""
    if length < IN_TWO_BYTES:
        return bytes((first, length))
    if length < 1 << 16:
        return bytes((first, IN_TWO_BYTES)) + length.to_bytes(2, "big")
    return bytes((first, IN_EIGHT_BYTES)) + length.to_bytes(8, "big")


def frame(line: bytes) -> bytes:
    """Make the frame of a line: a binary message, or a text message without the newline."""
    if isinstance(line, Binary):
        return header(FINAL_BINARY, len(line)) + line
    length = len(line) - line.endswith(b"\n")
    return header(FINAL_TEXT, length) + (line if length == len(line) else line[:length])


def close_frame(code: int, reason: str) -> bytes:
    """Make a frame that closes a WebSocket. A long reason is cut off."""
    text = reason.encode()[:LONGEST_REASON].decode("utf-8", "ignore").encode()
    return header(CLOSE, 2 + len(text)) + code.to_bytes(2, "big") + text


class Frames:
    """The frames of one round, so that a line for many clients is framed once for all of them."""

    def __init__(self) -> None:
        # By the id of the line. The line is kept too, so that no other object gets the same id.
        self._made: dict[int, tuple[bytes, bytes]] = {}

    def of(self, line: bytes) -> bytes:
        """Return the frame of a line."""
        made = self._made.get(id(line))
        if made is None:
            made = self._made[id(line)] = line, frame(line)
        return made[1]

    def forget(self) -> None:
        """Called at the end of each round: drop the frames, which take memory."""
        self._made.clear()
