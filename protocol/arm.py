"""Reads the requests to the live arm: those of /arm_sim/* and /pid_controller/*.

The functions that return Readers return one reader for each field of a request, for n links.
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
# The valid fields, and a sentence about each invalid one.
Read: TypeAlias = tuple[dict[str, Any], list[str]]

FLAG: Readers = {"data": boolean}  # the request of std_srvs/SetBool


def integrator(methods: Collection[str]) -> Readers:
    """Return the readers of /arm_sim/set_integrator. methods are the names of the integrators."""
    return {"method": choice(methods), "timestep": number(above=0)}


def parameters(n: int) -> Readers:
    """Return the readers of /arm_sim/set_params."""
    return {
        "gravity": number(at_least=0),
        "masses": vector(n, above=0),
        "lengths": vector(n, above=0),
    }


def links(n: int) -> Readers:
    """Return the readers of /arm_sim/set_links."""
    return {
        "rods": boolean,
        "centers_of_mass": vector(n, at_least=0),
        "inertias": vector(n, at_least=0),
        "damping": vector(n, at_least=0),
    }


def limits(n: int) -> Readers:
    """Return the readers of /arm_sim/set_limits."""
    return {
        "position": or_null(ranges(n)),
        "operating": or_null(ranges(n)),
        "velocity": or_null(vector(n, above=0)),
        "effort": or_null(vector(n, at_least=0)),
    }


def gains(n: int) -> Readers:
    """Return the readers of /pid_controller/set_gains."""
    return dict.fromkeys(("kp", "ki", "kd"), vector(n, at_least=0))


def read_links(
    args: Mapping[str, Any],
    lengths: Sequence[float],
    centers: Sequence[float],
    inertias: Sequence[float],
) -> Read:
    """Read the fields of links(), and check that the links are possible.

    lengths             (n,) in m
    centers, inertias   (n,) in m and kg m^2, those in force

    Every centre of mass must lie on its link. A link without inertia must have its centre of mass
    away from its joint, or no finite effort would turn it finitely fast.
    """
    given, problems = read_each(args, links(len(lengths)))
    found = given.get("centers_of_mass", ())
    if any(center > length for center, length in zip(found, lengths)):
        problems.append(
            f"centers_of_mass must be at most the lengths {show(lengths)}, got {show(found)}"
        )
        del given["centers_of_mass"]
    if given.get("rods"):
        centers, inertias = lengths, lengths  # those of rods are not 0 either
    centers = given.get("centers_of_mass", centers)
    inertias = given.get("inertias", inertias)
    if not all(center or inertia for center, inertia in zip(centers, inertias)):
        problems.append(
            "inertias must be above 0 where centers_of_mass are 0, "
            f"got inertias {show(inertias)} and centers_of_mass {show(centers)}"
        )
        given = {
            name: value
            for name, value in given.items()
            if name not in ("centers_of_mass", "inertias")
        }
    return given, problems


def read_state(args: Mapping[str, Any], n: int) -> dict[str, tuple[float, ...]]:
    """Read those of position, velocity and effort that are given. Raises Rejected."""
    vectors = dict.fromkeys(("position", "velocity", "effort"), vector(n))
    given, problems = read_each(args, vectors)
    if problems:
        raise Rejected("; ".join(problems))
    return given
