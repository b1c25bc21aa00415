"""The files of the console, which a browser gets: from the path to content type and bytes.

Only the files that are in the folder when the gateway first looks are served, so no path leads
anywhere else.
"""

from functools import cache
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[1] / "console"
INDEX = "/index.html"
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
}


@cache
def _files() -> dict[str, Path]:
    """Return the files by path, which begins with a slash."""
    return {
        f"/{file.relative_to(FOLDER).as_posix()}": file
        for file in FOLDER.rglob("*")
        if file.suffix in TYPES
    }


def read(path: str) -> tuple[str, bytes] | None:
    """Return content type and bytes of the file at a path, or None. / is the page itself."""
    file = _files().get(INDEX if path == "/" else path)
    if file is None:
        return None
    try:
        return TYPES[file.suffix], file.read_bytes()
    except OSError:  # it has been removed meanwhile
        return None
