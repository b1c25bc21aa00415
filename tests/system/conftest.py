"""Tests of the running system: each starts a runtime, or shares one with others of its module."""

from fixtures import client, connect, links, no_goal_yet, runtime, runtimes

__all__ = ["client", "connect", "links", "no_goal_yet", "runtime", "runtimes"]
