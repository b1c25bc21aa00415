"""From the name of a file to the actor that runs, with the settings that it names."""

import types

import pytest
from crew import Boss, Clerk

from actors.kernel.actor import Actor
from actors.kernel.node import configured, node_in


class Shop(Actor):
    """A node with a setting."""

    name = "shop"
    settings = ("town",)
    town = "nowhere"


def module_with(*classes):
    module = types.ModuleType("somewhere")
    for cls in classes:
        made = type(cls.__name__, (cls,), {"__module__": "somewhere"})
        setattr(module, cls.__name__, made)
    module.Actor = Actor  # imported, not defined there
    return module


def test_a_module_defines_one_node():
    assert node_in(module_with(Clerk)).name == "clerk"


@pytest.mark.parametrize("classes, count", [((), 0), ((Clerk, Boss), 2)])
def test_a_module_with_another_number_of_nodes_is_refused(classes, count):
    with pytest.raises(TypeError, match=f"somewhere must define one actor, it defines {count}"):
        node_in(module_with(*classes))


def test_a_node_gets_the_settings_that_it_names():
    shop = configured(Shop, {"town": "Turin", "port": 9095})
    assert shop.town == "Turin" and not hasattr(shop, "port") and Shop.town == "nowhere"


def test_a_node_that_names_no_settings_stays_as_it_is():
    assert configured(Clerk, {"port": 9095}) is Clerk
