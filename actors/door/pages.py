"""The pages that a browser gets: from the path to status, headers and body."""

from http import HTTPStatus
from typing import NamedTuple

from actors.door import files
from actors.door.extras import HOW_TO_GET_WEBSOCKET, has_websocket

PLAIN = "text/plain; charset=utf-8"
HTML = "text/html; charset=utf-8"
WELCOME_PATH = "/connect"
ALWAYS = "Cache-Control: no-cache\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n"


class Page(NamedTuple):
    """An answer to a request of HTTP."""

    status: int
    body: bytes
    content_type: str = PLAIN
    headers: tuple[tuple[str, str], ...] = ()  # besides the usual ones

    def head(self) -> bytes:
        """Return the bytes before the body."""
        lines = "".join(f"{name}: {value}\r\n" for name, value in self.headers)
        return (
            f"HTTP/1.1 {self.status} {HTTPStatus(self.status).phrase}\r\n"
            f"Content-Type: {self.content_type}\r\n"
            f"Content-Length: {len(self.body)}\r\n"
            f"{ALWAYS}{lines}\r\n"
        ).encode("latin-1", "replace")


def sentence(status: int, text: str, *headers: tuple[str, str]) -> Page:
    """Make a page of one sentence, which says why a request is refused."""
    return Page(status, text.encode() + b"\n", PLAIN, headers)


def page(path: str) -> Page:
    """Return the page at a path, which begins with a slash and has no query.

    The console at / needs WebSocket. Where that is missing, / says how to get it.
    """
    if path == WELCOME_PATH or (path == "/" and not has_websocket()):
        return Page(200, _welcome().encode(), HTML)
    found = files.read(path)
    if found is None:
        return sentence(404, f"There is no such page; {WELCOME_PATH} says how to connect")
    content_type, body = found
    return Page(200, body, content_type)


def _welcome() -> str:
    return WELCOME % ("" if has_websocket() else f"<p><b>{HOW_TO_GET_WEBSOCKET}</b></p>\n")


WELCOME = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Pendularm</title>
<style>
body { font: 1rem/1.5 sans-serif; max-width: 42rem; margin: 3rem auto; padding: 0 1rem }
</style>
<h1>Pendularm</h1>
<p>A simulated robot arm with a PID controller, which speaks rosbridge JSON. This is its port for
programs: it serves rosbridge over WebSocket and over raw TCP at the same address.</p>
%s<ul>
<li>roslib: <code>new ROSLIB.Ros({url: "ws://" + location.host})</code></li>
<li>roslibpy: <code>roslibpy.Ros("127.0.0.1", 9095)</code></li>
<li>Foxglove or Lichtblick: a connection of the kind Rosbridge to
<code>ws://127.0.0.1:9095</code></li>
<li>nc, or any program that sends lines: raw TCP, one JSON object on each line</li>
</ul>
<p><a href="/">The console</a> shows the arm. The README has a first session and lessons.</p>
</html>
"""
