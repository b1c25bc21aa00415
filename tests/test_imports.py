"""Which file may import what, as one table by folder. The files are found in the tree."""

import ast
import sys
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
STANDARD = frozenset(sys.stdlib_module_names)
FILES = sorted(
    path.relative_to(ROOT).as_posix()
    for top in ("runtime.py", "actors", "protocol")
    for path in ([ROOT / top] if top.endswith(".py") else (ROOT / top).rglob("*.py"))
)
# A node is a file directly in actors/: a new one is found here without being listed anywhere.
NODES = [path for path in FILES if path.count("/") == 1 and path.startswith("actors/")]
NODES.remove("actors/__init__.py")

PACKAGES = {  # by folder: what its files may import besides the standard library
    "protocol": {"protocol"},
    "actors/arm": {"numpy", "actors.arm"},
    "actors/kernel": {"actors.kernel", "protocol"},
    "actors/door": {"actors.door", "actors.kernel", "protocol", "websockets", "numpy"}
    | {"cbor2", "rosbags"},
    "actors/examples": {"actors.arm"},
    "actors": {"actors.arm", "actors.door", "actors.kernel", "actors.live", "protocol"},
    "": {"actors", "protocol"},
}
RESERVED = {  # by module: the only files and folders that may import it
    "asyncio": {"actors/door", "actors/gateway.py"},
    "socket": {"actors/door", "actors/gateway.py", "actors/kernel", "runtime.py"},
    "multiprocessing": {"actors/kernel"},
    "websockets": {"actors/door/websocket.py"},
    "cbor2": {"actors/door/cbor.py"},
    "rosbags": {"actors/door/cdr.py"},
    "time": {"actors/kernel", "actors/door", *NODES},
    "datetime": set(),
    "threading": set(),
    "concurrent": set(),
    "subprocess": set(),
}


@cache
def imports(path: str) -> frozenset[str]:
    """The full names of all modules that a file imports, wherever in it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse((ROOT / path).read_text())):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0 and node.module, f"{path}: imports are absolute"
            found.add(node.module)
            found.update(
                f"{node.module}.{alias.name}"
                for alias in node.names
                if (ROOT / node.module.replace(".", "/") / f"{alias.name}.py").exists()
            )
    return frozenset(found)


def within(name: str, package: str) -> bool:
    return name == package or name.startswith(package + ".")


def folder_of(path: str) -> str:
    """The nearest folder above a file that has rules of its own."""
    folder = path.rpartition("/")[0]
    while folder not in PACKAGES:
        folder = folder.rpartition("/")[0]
    return folder


def is_in(path: str, places: set[str]) -> bool:
    return any(path == place or path.startswith(place + "/") for place in places)


@pytest.mark.parametrize("path", FILES)
def test_a_file_imports_only_what_its_folder_may(path: str) -> None:
    allowed = PACKAGES[folder_of(path)]
    foreign = {
        name
        for name in imports(path)
        if name.split(".")[0] not in STANDARD
        and not any(within(name, package) for package in allowed)
        and not (name == "actors" and path not in NODES)
    }
    assert not foreign


@pytest.mark.parametrize("module", RESERVED)
def test_a_reserved_module_is_imported_only_where_it_may(module: str) -> None:
    users = {path for path in FILES if any(within(name, module) for name in imports(path))}
    assert {path for path in users if not is_in(path, RESERVED[module])} == set()


@pytest.mark.parametrize("node", NODES)
def test_only_the_runtime_imports_a_node(node: str) -> None:
    module = node.removesuffix(".py").replace("/", ".")
    users = {path for path in FILES if any(within(name, module) for name in imports(path))}
    assert users <= {"runtime.py"}


def test_there_are_nodes_to_be_judged() -> None:
    assert "actors/gateway.py" in NODES
