"""Who may import what, as one table, read from the syntax trees."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
STANDARD = frozenset(sys.stdlib_module_names)
FILES = [
    "runtime.py",
    *sorted(
        path.relative_to(ROOT).as_posix()
        for part in ("actors", "protocol")
        for path in (ROOT / part).rglob("*.py")
    ),
]
NODES = {
    "arm_sim",
    "integration",
    "gateway",
    "ik",
    "ik_action",
    "ik_trial",
    "diagnostics",
    "motion",
    "planner",
}

PACKAGES = {  # folder: what its files may import besides the standard library
    "protocol": {"protocol"},
    "actors/arm": {"numpy", "actors.arm"},
    "actors": {"actors", "protocol"},
    "": {"actors", "protocol"},
}
RESERVED = {  # module: the only files that may import it; a folder ends with a slash
    "asyncio": {"actors/gateway.py", "actors/connection.py"},
    "socket": {
        "actors/gateway.py",
        "actors/connection.py",
        "actors/mailbox.py",
        "actors/supervisor.py",
        "runtime.py",
    },
    "multiprocessing": {
        "actors/mailbox.py",
        "actors/checkpoint.py",
        "actors/registry.py",
        "actors/supervisor.py",
    },
    "time": {
        path for path in FILES if path.startswith("actors/") and not path.startswith("actors/arm/")
    },
    "datetime": set(),
    "threading": set(),
    "concurrent": set(),
    "subprocess": set(),
}


def imports(path: str) -> Iterator[str]:
    """The full names of all modules that a file imports, wherever in it."""
    for node in ast.walk(ast.parse((ROOT / path).read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0 and node.module, f"{path}: imports are absolute"
            yield node.module
            yield from (
                f"{node.module}.{alias.name}"
                for alias in node.names
                if (ROOT / node.module.replace(".", "/") / f"{alias.name}.py").exists()
            )


def within(name: str, package: str) -> bool:
    return name == package or name.startswith(package + ".")


def folder_of(path: str) -> str:
    return "actors/arm" if path.startswith("actors/arm/") else path.rpartition("/")[0]


@pytest.mark.parametrize("path", FILES)
def test_a_file_imports_only_what_its_folder_may(path: str) -> None:
    allowed = PACKAGES[folder_of(path)]
    foreign = {
        name
        for name in imports(path)
        if name.split(".")[0] not in STANDARD
        and not any(within(name, package) for package in allowed)
    }
    assert not foreign


@pytest.mark.parametrize("module", RESERVED)
def test_a_reserved_module_is_imported_only_where_it_may(module: str) -> None:
    users = {path for path in FILES if any(within(name, module) for name in imports(path))}
    assert users <= RESERVED[module]


@pytest.mark.parametrize("node", sorted(NODES))
def test_nodes_do_not_import_one_another(node: str) -> None:
    path = f"actors/{node}.py"
    if path not in FILES:
        pytest.skip("not there")
    assert not {
        name
        for name in imports(path)
        for other in NODES - {node}
        if within(name, f"actors.{other}")
    }


def test_only_the_runtime_knows_the_nodes() -> None:
    users = {
        path
        for path in FILES
        for name in imports(path)
        for node in NODES
        if within(name, f"actors.{node}")
    }
    assert users <= {"runtime.py"}
