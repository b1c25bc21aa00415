"""Finds the node in a module, and gives it the settings that it needs."""

from collections.abc import Mapping
from types import ModuleType
from typing import Any

from actors.kernel.actor import Actor


def node_in(module: ModuleType) -> type[Actor]:
    """Return the subclass of Actor that a module defines; TypeError unless there is exactly one."""
    found = [
        value
        for value in vars(module).values()
        if isinstance(value, type)
        and issubclass(value, Actor)
        and value.__module__ == module.__name__
    ]
    if len(found) != 1:
        raise TypeError(f"{module.__name__} must define one actor, it defines {len(found)}")
    return found[0]


def configured(node: type[Actor], settings: Mapping[str, Any]) -> type[Actor]:
    """Return the node with the settings that it names, as class attributes."""
    if not node.settings:
        return node
    return type(node.__name__, (node,), {name: settings[name] for name in node.settings})
