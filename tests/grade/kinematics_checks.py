"""Checks of /ik/solve: what it solves, and what it must refuse."""

import math
from collections.abc import Sequence
from typing import Any

from tests.grade.arm import SET_PARAMS, Arm
from tests.grade.checks import KINEMATICS, check, must, show
from tests.grade.curve import wrapped
from tests.grade.mechanics import tip
from tests.grade.values import is_vector

SOLVE = "/ik/solve"
LENGTHS = {2: [1.0, 0.7], 3: [1.0, 0.7, 0.4]}
OTHER = {2: [0.4, 1.1], 3: [0.5, 0.9, 0.2]}
# Poses whose tips are targets: they are in all quadrants, with both elbows.
POSES = [
    [0.4, 0.7, -0.5],
    [2.1, -0.9, 0.8],
    [-2.6, 1.3, 0.4],
    [-0.8, -1.7, 1.1],
    [1.4, 2.4, -2.0],
    [-1.6, 0.2, 2.9],
    [3.0, -2.2, -0.3],
]


def set_lengths(arm: Arm, lengths: Sequence[float]) -> list[float]:
    """Set the lengths, and return those that the server reports. Raises Lost."""
    arm.call(SET_PARAMS, {"lengths": list(lengths)})
    return list(arm.read_model().lengths)


def solved(arm: Arm, target: dict[str, float]) -> list[float]:
    """Return the angles for a target that can be reached. Raises Lost."""
    values = arm.ok(SOLVE, target)
    positions = values.get("positions")
    must(is_vector(positions, arm.n), f"{arm.n} positions for {show(target)}", values)
    return list(values["positions"])


def returns(
    arm: Arm, lengths: Sequence[float], target: dict[str, float], slack: float = 1e-6
) -> None:
    """Raise Lost unless the angles for a target bring the end effector there."""
    q = solved(arm, target)
    x, y, phi = tip(list(lengths), q)
    off = math.hypot(x - target["x"], y - target["y"])
    must(
        off <= slack * sum(lengths),
        f"forward kinematics of the answer to give ({target['x']:.6g}, {target['y']:.6g}) within "
        f"{slack:g} of the reach; the lengths are {show(list(lengths))}",
        f"({x:.6g}, {y:.6g}) for q = {show(q)}",
    )
    if arm.n == 3 and "phi" in target:
        turned = abs(wrapped(phi - target["phi"]))
        must(turned <= 1e-5, f"the heading {target['phi']:.6g}, whole turns apart", phi)


def targets(arm: Arm, lengths: Sequence[float]) -> list[dict[str, float]]:
    """Return targets that the arm can reach, with headings for three links."""
    tips = [tip(list(lengths), pose[: arm.n]) for pose in POSES]
    return [{"x": x, "y": y, **({"phi": phi} if arm.n == 3 else {})} for x, y, phi in tips]


@check(
    "ik.round_trip",
    KINEMATICS,
    5,
    "/ik/solve gives joint angles whose forward kinematics is the target, heading included",
    "angles are relative to the link before; is atan2 used, and q1 corrected for the elbow?",
)
def round_trip(arm: Arm) -> None:
    """Targets in all quadrants."""
    lengths = set_lengths(arm, LENGTHS[arm.n])
    for target in targets(arm, lengths):
        returns(arm, lengths, target)


@check(
    "ik.fresh_lengths",
    KINEMATICS,
    3,
    "/ik/solve uses the lengths in force now, not those of the start",
    "ask for the lengths at every call, or share them with set_params",
)
def fresh_lengths(arm: Arm) -> None:
    """After a change, and back."""
    for lengths in (OTHER[arm.n], LENGTHS[arm.n]):
        used = set_lengths(arm, lengths)
        for target in targets(arm, used)[:3]:
            returns(arm, used, target)


def refuses(arm: Arm, target: dict[str, Any]) -> None:
    """Raise Lost unless a target is refused with a reason, and a good one solved after that."""
    answer = arm.refused(SOLVE, target)
    told = isinstance(answer.status, str) and bool(answer.status.strip())
    must(told, f"a status that says why {show(target)} is refused", answer.raw)
    solved(arm, targets(arm, arm.model.lengths)[0])


@check(
    "ik.too_far",
    KINEMATICS,
    2,
    "a target farther away than the stretched arm is refused, with a reason",
    "compare the distance with the sum of the lengths",
)
def too_far(arm: Arm) -> None:
    """A little too far, and much too far."""
    reach = sum(set_lengths(arm, LENGTHS[arm.n]))
    for factor, angle in ((1.01, 0.3), (1.5, 2.0), (10.0, -1.0)):
        x, y = factor * reach * math.cos(angle), factor * reach * math.sin(angle)
        refuses(arm, {"x": x, "y": y, **({"phi": angle} if arm.n == 3 else {})})
        if arm.n == 3:
            refuses(arm, {"x": x, "y": y})


@check(
    "ik.too_near",
    KINEMATICS,
    2,
    "a target nearer than |l1 - l2| is refused, with a reason",
    "two links of different lengths cannot reach the surroundings of the base",
    links=(2,),
)
def too_near(arm: Arm) -> None:
    """Inside the hole."""
    first, second = set_lengths(arm, LENGTHS[2])
    for factor in (0.97, 0.5, 0.0):
        refuses(arm, {"x": 0.6 * factor * (first - second), "y": 0.8 * factor * (first - second)})


@check(
    "ik.wrist",
    KINEMATICS,
    2,
    "a position that could be reached is refused if the heading puts the wrist out of reach",
    "the wrist is the target minus l3 (cos phi, sin phi); check it against the first two links",
    links=(3,),
)
def wrist(arm: Arm) -> None:
    """One heading that works, and others that put the wrist too far or too near."""
    lengths = set_lengths(arm, LENGTHS[3])
    returns(arm, lengths, {"x": 1.9, "y": 0.0, "phi": 0.0})
    for phi in (math.pi, 2.0, -2.5):
        refuses(arm, {"x": 1.9, "y": 0.0, "phi": phi})
    refuses(arm, {"x": 0.4, "y": 0.0, "phi": 0.0})  # the wrist would be at the base


@check(
    "ik.stretched",
    KINEMATICS,
    2,
    "a target at exactly the full extension is reachable, in spite of rounding",
    "allow a little, such as 1e-9 of the reach, and clamp the cosine to [-1, 1]",
)
def stretched(arm: Arm) -> None:
    """Sums and angles that do not come out even in floating point."""
    for lengths in (LENGTHS[arm.n], [0.7, 0.1, 0.3][: arm.n], [0.25, 1.95, 0.6][: arm.n]):
        used = set_lengths(arm, lengths)
        reach = sum(used)
        for angle in (0.0, 0.3, 1.1, 2.2, -2.9, -0.7):
            target = {"x": reach * math.cos(angle), "y": reach * math.sin(angle)}
            heading = {"phi": angle} if arm.n == 3 else {}
            returns(arm, used, {**target, **heading}, slack=1e-5)


@check(
    "ik.folded",
    KINEMATICS,
    1,
    "a target at exactly the full fold is reachable, in spite of rounding",
    "allow a little, such as 1e-9 of the reach, and clamp the cosine to [-1, 1]",
    links=(2,),
)
def folded(arm: Arm) -> None:
    """Differences that do not come out even in floating point."""
    for lengths in ([1.1, 0.2], [1.0, 0.6], [0.3, 0.9]):
        first, second = set_lengths(arm, lengths)
        for angle in (0.0, 0.775, 2.2, -2.9):
            near = abs(first - second)
            target = {"x": near * math.cos(angle), "y": near * math.sin(angle)}
            returns(arm, [first, second], target, slack=1e-5)


@check(
    "ik.arguments",
    KINEMATICS,
    2,
    "a request without a number as x and as y is refused, with a reason",
    "check both fields before computing; a text and true are no numbers",
)
def arguments(arm: Arm) -> None:
    """Missing, and of other kinds."""
    set_lengths(arm, LENGTHS[arm.n])
    bad: list[dict[str, Any]] = [{}, {"x": 1.0}, {"y": 1.0}, {"x": "one", "y": 0.5}]
    for request in [*bad, {"x": 0.5, "y": None}, {"x": [0.5], "y": 0.5}]:
        refuses(arm, request)


@check(
    "ik.phi_ignored",
    KINEMATICS,
    1,
    "phi is ignored for two links",
    "position alone determines two joints",
    links=(2,),
)
def phi_ignored(arm: Arm) -> None:
    """Any phi."""
    lengths = set_lengths(arm, LENGTHS[2])
    for phi in (0.0, 1.2, -3.0, 99.0):
        returns(arm, lengths, {"x": 0.9, "y": 0.6, "phi": phi})


@check(
    "ik.phi_omitted",
    KINEMATICS,
    1,
    "phi is optional for three links: without it, a position in reach is solved",
    "a fixed default such as phi = 0 makes positions in reach impossible; choose one that works",
    links=(3,),
)
def phi_omitted(arm: Arm) -> None:
    """Positions that phi = 0 cannot reach are among them."""
    lengths = set_lengths(arm, LENGTHS[3])
    for x, y in ((1.2, 0.5), (0.0, 2.0), (-2.0, 0.3)):
        returns(arm, lengths, {"x": x, "y": y})
