"""A bridge that knows all of our actors, and how the tests call its /rosapi services."""

import importlib

from hub import Hub

import runtime
from actors.kernel.node import node_in
from actors.kernel.registry import Registry

NODES = [node_in(importlib.import_module(f"actors.{name}")) for name in runtime.NODES]


def whole_system(*clients, **terms):
    """A hub with the services and nodes of the whole system."""
    registry = Registry(NODES)
    for entry in registry.entries.values():
        entry.mailbox.close()
    owner = {service: route.owner for service, route in registry.routes.items()}
    in_order = {name for name, entry in registry.entries.items() if entry.in_order}
    return Hub(*clients, owner=owner, in_order=in_order, nodes=registry.nodes, **terms)


def response(hub, service, /, client="ann", **args):
    """The response to a call of a /rosapi service that is answered at once."""
    [(to, line)] = hub.say(client, "call_service", service=f"/rosapi/{service}", args=args, id=1)
    assert (to, line["op"], line["id"]) == (client, "service_response", 1)
    return line


def values(hub, service, /, client="ann", **args):
    """The values of an answer that is no refusal."""
    line = response(hub, service, client=client, **args)
    assert line["result"] is True, line["status"]
    return line["values"]
