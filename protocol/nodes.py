"""What each actor has to do with topics and services, as the ROS graph shows it."""

from typing import NamedTuple


class Node(NamedTuple):
    """The public topics and services of one actor."""

    subscribing: tuple[str, ...] = ()
    publishing: tuple[str, ...] = ()
    services: tuple[str, ...] = ()
