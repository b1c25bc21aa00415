"""What a client speaks, told by its first bytes, however they are cut."""

import pytest

from protocol.first_bytes import Language, language, without_blanks

JSON = [b'{"op":"call_service"}', b"[1]", b'"x"', b"5", b"null", b"{", b"GETTING", b"G\n", b"hello"]
HTTP = [b"GET / HTTP/1.1\r\n", b"GET  ", b"GET \0"]
METHODS = ["HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH"]
OTHER = [f"{method} / HTTP/1.1\r\n".encode() for method in METHODS] + [
    b"PRI * HTTP/2.0\r\n",
    b"\x16\x03\x01\x02",
    b"\x05\x01\x00",
    b"\x80",
    b"\xff\xfe{\0",
    b"\xef\xbb{",
]
CASES = [
    *((first, Language.JSON) for first in JSON),
    *((first, Language.HTTP) for first in HTTP),
    *((first, Language.OTHER) for first in OTHER),
]


def spoken(data, size):
    """The language told from pieces of a size, as soon as it is known."""
    first = b""
    for at in range(0, len(data), size):
        first = without_blanks(first + data[at : at + size])
        if first and (found := language(first)):
            return found
    return None


@pytest.mark.parametrize("data, expected", CASES, ids=repr)
@pytest.mark.parametrize("size", [1, 2, 100])
@pytest.mark.parametrize("before", [b"", b"\r\n", b"\xef\xbb\xbf", b" \0\t"])
def test_the_first_bytes_after_blanks_tell_the_language(data, expected, size, before):
    assert spoken(before + data, size) is expected


@pytest.mark.parametrize("data", [b"", b"\r\n", b"G", b"GET", b"OPTION", b"\xef\xbb", b"PR"])
def test_too_few_bytes_tell_nothing(data):
    assert spoken(data, 1) is None
