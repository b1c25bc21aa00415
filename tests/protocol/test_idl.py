"""Definitions of types: what a line of a .msg or .srv file means."""

import pytest

from protocol.idl import BadDefinition, Constant, Field, Message, read_message, read_service


@pytest.mark.parametrize(
    "line, field",
    [
        ("float64 x", Field("x", "float64", -1, "")),
        ("float64[] x", Field("x", "float64", 0, "")),
        ("float64[3] x", Field("x", "float64", 3, "")),
        ("float64[<=3] x", Field("x", "float64", 0, "")),
        ("string<=10 name", Field("name", "string", -1, "")),
        ("string<=10[<=3] names", Field("names", "string", 0, "")),
        ("  uint8   level  # why", Field("level", "uint8", -1, "")),
        ("float64 w 1", Field("w", "float64", -1, "1")),
        ('string name "a # b"  # c', Field("name", "string", -1, '"a # b"')),
        ("int8[] x [1, 2]", Field("x", "int8", 0, "[1, 2]")),
        ("Point p", Field("p", "home/msg/Point", -1, "")),
        ("Point[] p", Field("p", "home/msg/Point", 0, "")),
        ("std_msgs/Header h", Field("h", "std_msgs/msg/Header", -1, "")),
        ("std_msgs/msg/Header h", Field("h", "std_msgs/msg/Header", -1, "")),
    ],
)
def test_a_line_may_be_a_field(line, field):
    assert read_message(line, "home") == Message((field,), ())
    assert field.is_message == ("/" in field.type)


@pytest.mark.parametrize(
    "line, constant",
    [
        ("byte OK=0", Constant("OK", "byte", "0")),
        ("int32 MOST = -5  # why", Constant("MOST", "int32", "-5")),
        ('string NAME="a # b"', Constant("NAME", "string", "a # b")),
        ("string NAME=plain", Constant("NAME", "string", "plain")),
    ],
)
def test_a_line_may_be_a_constant(line, constant):
    assert read_message(line, "home") == Message((), (constant,))


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing", "  # nothing\n\t\n"])
def test_blanks_and_comments_say_nothing(text):
    assert read_message(text, "home") == Message((), ())


@pytest.mark.parametrize(
    "line", ["float64", "float64 X", "float64 1x", "[] x", "float64[-1] x", "5 x", "float64[ x"]
)
def test_any_other_line_is_no_definition(line):
    with pytest.raises(BadDefinition) as refused:
        read_message(line, "home")
    assert line in str(refused.value)


def test_a_service_has_a_request_and_a_response():
    request, response = read_service("int8 a  # ---\n---\nint8 b\nint8 c\n", "home")
    assert [field.name for field in request.fields] == ["a"]
    assert [field.name for field in response.fields] == ["b", "c"]
    assert read_service("---", "home") == (Message((), ()), Message((), ()))


@pytest.mark.parametrize("text", ["", "int8 a", "---\n---", "int8 a ---"])
def test_a_service_has_one_line_between_them(text):
    with pytest.raises(BadDefinition):
        read_service(text, "home")
