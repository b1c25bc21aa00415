"""Lines are written whole, or dropped and counted; no reader is waited for."""

import os
import pty
import re
import select
import socket
import termios

import pytest

from actors.kernel.lines import LONGEST, LineWriter


class Pipe:
    """A pipe that nobody reads until it is drained."""

    def __init__(self):
        self.reader, self.end = os.pipe()

    def read(self):
        return os.read(self.reader, 1 << 20)

    def drain(self):
        while select.select([self.reader], [], [], 0)[0]:
            self.read()

    def hang_up(self):
        os.close(self.reader)
        self.reader = os.open(os.devnull, os.O_RDONLY)

    def close(self):
        os.close(self.reader)
        os.close(self.end)


class Socket(Pipe):
    """A pair of sockets, as a journal gives them to its services."""

    def __init__(self):
        out, into = socket.socketpair()
        self.reader, self.end = out.detach(), into.detach()


class Terminal(Pipe):
    """A terminal on which somebody has pressed Ctrl-S, until it is drained."""

    def __init__(self):
        self.reader, self.end = pty.openpty()
        attributes = termios.tcgetattr(self.end)
        attributes[1] &= ~termios.OPOST  # no carriage returns are added
        termios.tcsetattr(self.end, termios.TCSANOW, attributes)
        termios.tcflow(self.end, termios.TCOOFF)

    def drain(self):
        termios.tcflow(self.end, termios.TCOON)
        super().drain()


@pytest.fixture(params=[Pipe, Socket, Terminal], ids=["pipe", "socket", "stopped terminal"])
def channel(request):
    channel = request.param()
    yield channel
    channel.close()


@pytest.fixture
def writer(channel):
    writer = LineWriter(channel.end)
    yield writer
    writer.close()


def test_no_line_waits_for_a_reader_and_the_next_one_says_how_many_are_missing(channel, writer):
    for number in range(5000):
        writer.write(b"%d " % number + b"x" * 1000)
    channel.drain()
    writer.write(b"the end")
    last = channel.read().splitlines()[-1]
    assert re.fullmatch(rb"the end \(\d+ lines before this one are missing\)", last)
    writer.write(b"again")
    assert channel.read() == b"again\n"


@pytest.mark.parametrize("channel", [Pipe, Socket], indirect=True)
def test_a_line_is_written_whole_and_shortened_if_it_is_long(channel, writer):
    writer.write(b"short")
    writer.write(b"y" * 10_000)
    first, second = channel.read().splitlines(keepends=True)
    assert first == b"short\n" and len(second) == LONGEST and second.endswith(b"y\n")


@pytest.mark.parametrize("channel", [Pipe, Socket], indirect=True)
def test_a_reader_that_has_gone_is_no_error(channel, writer):
    channel.hang_up()
    writer.write(b"nobody reads this")


def test_a_closed_descriptor_is_no_error():
    reader, end = os.pipe()
    os.close(reader)
    os.close(end)
    LineWriter(end).write(b"nowhere")


def test_other_programs_still_find_their_descriptor_blocking():
    pipe = Pipe()
    writer = LineWriter(pipe.end)
    assert os.get_blocking(pipe.end)
    writer.close()
    pipe.close()
