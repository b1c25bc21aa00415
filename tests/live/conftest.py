"""Tests of the arm in real time: most of them wait for the arm to move."""

from fixtures import arm_as_made, client, connect, links, runtime, runtimes

__all__ = ["arm_as_made", "client", "connect", "links", "runtime", "runtimes"]
