"""Drives a headless Chromium by its DevTools protocol: clicks, keys, pictures and JavaScript."""

import base64
import itertools
import json
import shutil
import subprocess
import tempfile
import time
import urllib.request
from contextlib import ExitStack
from pathlib import Path
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
PATIENCE = 20.0  # s
OPTIONS = (
    "--headless=new",
    "--no-sandbox",  # which root may not use
    "--disable-gpu",
    "--hide-scrollbars",
    "--no-first-run",
    "--remote-debugging-port=0",
)


class Refused(Exception):
    """The browser has refused a command, for example since the page has gone."""


def find() -> str | None:
    """The path of a Chromium on this machine, if there is one."""
    return next(filter(None, map(shutil.which, NAMES)), None)


class Browser:
    """One page of a browser. It ends with the block."""

    def __init__(self, url: str, width: int = 1300, height: int = 800, dark: bool = False):
        from websockets.sync.client import connect

        self._open = ExitStack()
        self._folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        command = [str(find()), *OPTIONS, f"--user-data-dir={self._folder.name}", "about:blank"]
        self._process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        self.pid = self._process.pid
        self._ids = itertools.count(1)
        self.problems: list[str] = []
        try:
            connection = connect(self._page_address(), max_size=None)
            self._socket = self._open.enter_context(connection)
            for domain in ("Page", "Runtime", "Log"):
                self.command(f"{domain}.enable")
            self.resize(width, height)
            self.light(not dark)
            self.command("Page.navigate", url=url)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> "Browser":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._open.close()
        self._process.kill()
        self._process.wait()
        self._folder.cleanup()

    def _page_address(self) -> str:
        """The address of the first page, once the browser listens."""
        port_file = Path(self._folder.name) / "DevToolsActivePort"
        deadline = time.monotonic() + PATIENCE
        while not (port_file.exists() and port_file.read_text().count("\n")):
            if time.monotonic() > deadline or self._process.poll() is not None:
                raise TimeoutError("the browser does not start")
            time.sleep(0.02)
        port = port_file.read_text().split("\n")[0]
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/json", timeout=PATIENCE) as answer:
            pages = json.load(answer)
        return next(page["webSocketDebuggerUrl"] for page in pages if page["type"] == "page")

    def command(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Send a command, and return its result. Problems of the page are noted meanwhile."""
        id = next(self._ids)
        self._socket.send(json.dumps({"id": id, "method": method, "params": parameters}))
        while True:
            message = json.loads(self._socket.recv(PATIENCE))
            self._note(message)
            if message.get("id") == id:
                if "error" in message:
                    raise Refused(message["error"]["message"])
                return message["result"]

    def _note(self, message: dict[str, Any]) -> None:
        if message.get("method") == "Runtime.exceptionThrown":
            details = message["params"]["exceptionDetails"]
            self.problems.append(details.get("exception", {}).get("description", str(details)))
        elif message.get("method") == "Log.entryAdded":
            entry = message["params"]["entry"]
            if entry["level"] == "error":
                self.problems.append(f"{entry['text']} {entry.get('url', '')}")

    def resize(self, width: int, height: int) -> None:
        self.command(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=width < 600,
        )

    def light(self, light: bool = True) -> None:
        """Let the reader prefer light, or else dark colours."""
        scheme = {"name": "prefers-color-scheme", "value": "light" if light else "dark"}
        self.command("Emulation.setEmulatedMedia", features=[scheme])

    def heap(self) -> int:
        """The bytes of JavaScript that are in use after a collection of garbage."""
        self.command("HeapProfiler.collectGarbage")
        return self.command("Runtime.getHeapUsage")["usedSize"]

    def value(self, expression: str) -> Any:
        """The value of an expression in the page; promises are awaited."""
        result = self.command(
            "Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True
        )
        assert "exceptionDetails" not in result, result
        return result["result"].get("value")

    def wait_for(self, expression: str, within: float = PATIENCE) -> Any:
        """Wait until an expression is true in the page, and return its value."""
        deadline = time.monotonic() + within
        while not (value := self._value_or_none(expression)):
            if time.monotonic() > deadline:
                notes = self.text(".notes")
                raise TimeoutError(f"never true: {expression}; {self.problems}; notes: {notes}")
            time.sleep(0.03)
        return value

    def _value_or_none(self, expression: str) -> Any:
        """The value of an expression; None if the page was loaded anew meanwhile."""
        try:
            return self.value(expression)
        except Refused:
            return None

    def text(self, selector: str) -> str:
        return self.value(f"document.querySelector({selector!r})?.textContent ?? ''")

    def place(self, selector: str) -> tuple[float, float]:
        """The middle of an element in pixels; it is scrolled into view."""
        box = self.value(
            f"(() => {{ const e = document.querySelector({selector!r}); e.scrollIntoView("
            "{block: 'nearest'}); const b = e.getBoundingClientRect();"
            "return [b.x + b.width / 2, b.y + b.height / 2]; })()"
        )
        return box[0], box[1]

    def press(self, text: str) -> None:
        """Click on the visible button with a text."""
        found = self.value(
            "(() => { const all = [...document.querySelectorAll('button')];"
            f"const b = all.find((each) => each.textContent === {text!r} && each.offsetParent);"
            "if (!b) return null; b.scrollIntoView({block: 'nearest'});"
            "const r = b.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2];"
            "})()"
        )
        assert found, f"there is no button {text!r}"
        self.click(*found)

    def mouse(self, kind: str, x: float, y: float, buttons: int = 0) -> None:
        self.command(
            "Input.dispatchMouseEvent",
            type=kind,
            x=x,
            y=y,
            button="left",
            buttons=buttons,
            clickCount=1,
        )

    def click(self, x: float, y: float) -> None:
        self.drag([(x, y)])

    def drag(self, points: list[tuple[float, float]]) -> None:
        """Press the button of the mouse at the first point, and release it at the last one."""
        self.mouse("mousePressed", *points[0], buttons=1)
        for point in points[1:]:
            self.mouse("mouseMoved", *point, buttons=1)
        self.mouse("mouseReleased", *points[-1])

    def key(self, key: str) -> None:
        text = {"text": key} if len(key) == 1 else {}
        self.command("Input.dispatchKeyEvent", type="keyDown", key=key, **text)
        self.command("Input.dispatchKeyEvent", type="keyUp", key=key)

    def enter(self, selector: str, text: str) -> None:
        """Write a text into a field, and leave it with Enter."""
        self.value(f"document.querySelector({selector!r}).focus()")
        self.value(f"document.querySelector({selector!r}).select()")
        self.command("Input.insertText", text=text)
        carriage_return = {"key": "Enter", "code": "Enter", "windowsVirtualKeyCode": 13}
        self.command("Input.dispatchKeyEvent", type="keyDown", text="\r", **carriage_return)
        self.command("Input.dispatchKeyEvent", type="keyUp", **carriage_return)

    def picture(self, path: Path) -> None:
        """Take a picture of the window; the ending of the file says its format, png or webp."""
        form = {"format": path.suffix[1:]} | ({"quality": 80} if path.suffix == ".webp" else {})
        path.write_bytes(base64.b64decode(self.command("Page.captureScreenshot", **form)["data"]))
