"""When a client is told a remark about its publications."""

from actors.kernel.remarks import MOST, Remarks


def told(*remarks):
    """Those of the remarks on a stream of publications that the client is told."""
    memory = Remarks()
    return [remark for remark in remarks if memory.is_new("client", remark)]


def test_a_remark_is_told_once_until_it_changes():
    assert told() == told("", "") == []
    assert told(*["short"] * 60) == ["short"]
    assert told("short", "short", "long", "long", "short") == ["short", "long", "short"]
    assert told("short", "", "short", "short") == ["short", "short"]


def test_every_client_is_told():
    memory = Remarks()
    assert memory.is_new(("a", 1), "short") and memory.is_new(("a", 2), "short")
    assert not memory.is_new(("a", 1), "short")
    assert not memory.is_new(("a", 1), "") and not memory.is_new(("a", 2), "short")


def test_only_so_many_clients_are_remembered_those_that_published_last():
    memory = Remarks()
    for client in range(MOST):
        memory.is_new(client, "short")
    assert not memory.is_new(0, "short")
    assert memory.is_new(MOST, "short")
    assert not memory.is_new(0, "short")
    assert memory.is_new(1, "short")
