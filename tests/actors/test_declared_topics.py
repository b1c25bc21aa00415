"""Each node declares the public topics that it publishes on; /rosapi shows them."""

import importlib
import inspect
import re

import pytest

import runtime
from actors.kernel.node import node_in
from actors.kernel.registry import Registry
from protocol import names

MODULES = {name: importlib.import_module(f"actors.{name}") for name in runtime.NODES}
PUBLISHED = re.compile(r"\bpublish(?:_once)?\(\s*names\.([A-Z_]+)")


def source(module):
    """The text of a node, and of the modules that publish for it."""
    own = inspect.getsource(module)
    helpers = re.findall(r"^from (actors\.live\.\w+) import", own, re.MULTILINE)
    return own + "".join(inspect.getsource(importlib.import_module(each)) for each in helpers)


@pytest.fixture(scope="module")
def nodes():
    registry = Registry([node_in(module) for module in MODULES.values()])
    for entry in registry.entries.values():
        entry.mailbox.close()
    return registry.nodes


@pytest.mark.parametrize("name", MODULES)
def test_a_node_declares_all_public_topics_that_it_publishes_on(name, nodes):
    found = PUBLISHED.findall(source(MODULES[name]))
    public = {topic for topic in (getattr(names, each) for each in found) if topic[0] == "/"}
    assert set(nodes[name].publishing) == public | {names.ROSOUT}


def test_each_of_our_topics_and_services_is_one_of_a_node(nodes):
    assert {topic for node in nodes.values() for topic in node.publishing} == set(names.TOPIC_TYPES)
    served = [service for node in nodes.values() for service in node.services]
    assert sorted(served) == sorted(names.SERVICE_TYPES.keys() - {names.SIGNAL})  # on request only
    assert names.JOINT_TRAJECTORY in nodes["arm_sim"].subscribing
