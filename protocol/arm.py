"""The fields of requests to the live arm: of /arm_sim/set_*, /arm_sim/dynamics and
/pid_controller/*.

Each function gives a reader for each field of a request, for an arm of n links.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, TypeAlias

from protocol.fields import (
    Reader,
    Rejected,
    boolean,
    choice,
    number,
    or_null,
    ranges,
    read_each,
    show,
    vector,
)

Readers: TypeAlias = Mapping[str, Reader[Any]]
Read: TypeAlias = tuple[
    dict[str, Any], list[str]
]  # what was given, and what is wrong with the rest

FLAG: Readers = {"data": boolean}  # of std_srvs/SetBool


def integrator(methods: Collection[str]) -> Readers:
    """methods: the names of the integrators."""
    return {"method": choice(methods), "timestep": number(above=0)}


def parameters(n: int) -> Readers:
    return {
        "gravity": number(at_least=0),
        "masses": vector(n, above=0),
        "lengths": vector(n, above=0),
    }


def links(n: int) -> Readers:
    return {
        "rods": boolean,
        "centers_of_mass": vector(n, at_least=0),
        "inertias": vector(n, above=0),
        "damping": vector(n, at_least=0),
    }


def limits(n: int) -> Readers:
    return {
        "position": or_null(ranges(n)),
        "operating": or_null(ranges(n)),
        "velocity": or_null(vector(n, above=0)),
        "effort": or_null(vector(n, at_least=0)),
    }


def gains(n: int) -> Readers:
    return dict.fromkeys(("kp", "ki", "kd"), vector(n, at_least=0))


def read_links(args: Mapping[str, Any], lengths: Sequence[float]) -> Read:
    """The fields of links(), with every centre of mass on its link; lengths (n,) in m."""
    given, problems = read_each(args, links(len(lengths)))
    centers = given.get("centers_of_mass", ())
    if any(center > length for center, length in zip(centers, lengths)):
        problems.append(
            f"centers_of_mass must be at most the lengths {show(lengths)}, got {show(centers)}"
        )
        del given["centers_of_mass"]
    return given, problems


def read_state(args: Mapping[str, Any], n: int) -> dict[str, tuple[float, ...]]:
    """What is given of position, velocity and effort; raises Rejected if any of it is wrong."""
    vectors = dict.fromkeys(("position", "velocity", "effort"), vector(n))
    given, problems = read_each(args, vectors)
    if problems:
        raise Rejected("; ".join(problems))
    return given
