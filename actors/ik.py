"""Solves inverse kinematics.

It serves /ik/solve, /ik/clamped_descent and the internal service joint_path. For each call of the
first two it asks the arm for its lengths and limits. It has no state, so nothing survives its
death. Calls that it has not answered are sent again, to its successor.
"""

from collections.abc import Generator, Mapping, Sequence
from typing import Any

from actors.arm.descent import Rules, clamped_descent
from actors.arm.errors import GeometryError, MotionError
from actors.arm.hindrances import DIVERGED
from actors.arm.kinematics import Target, TooFarFromZero, inverse_kinematics
from actors.arm.limits import outside
from actors.arm.motion.branch import joint_path
from actors.arm.slices import Slices
from actors.kernel.actor import Actor
from actors.kernel.handlers import Ask
from actors.kernel.places import Places
from actors.kernel.service import always, serves
from protocol import limits, names
from protocol.fields import Rejected, number, ranges, read_field, show, vector, whole
from protocol.goals import read_target

# The defaults of a descent for links of 1 m: alpha in rad^2/m^2, tol in m, stall in rad.
DESCENT = {"alpha": 0.2, "tol": 1e-4, "stall": 1e-7, "max_iters": 1000}


class Ik(Actor):
    """Solves for joint angles in closed form or by descent.

    The descents of one client are made one after the other. So its first answer comes early, and
    shows at once if the client has left.
    """

    name = "ik"
    background = True
    refusals = (GeometryError, MotionError)

    def begin(self, saved: Any) -> None:
        self._descents: Places[Any] = Places()

    @serves(names.IK_SOLVE, repeatable=always)
    def solve(self, args: dict[str, Any]) -> Generator[Ask, Any, dict[str, Any]]:
        """Return joint angles for a target."""
        arm = yield Ask(names.GEOMETRY, {})
        n = len(arm["lengths"])
        target = Target(*read_target(args, n))
        reference = read_field(args, "reference", vector(n)) if "reference" in args else None
        weight = read_field({"margin_weight": 0.0} | args, "margin_weight", number(at_least=0))
        try:
            found = inverse_kinematics(arm["lengths"], target, reference, arm["allowed"], weight)
        except TooFarFromZero as problem:
            raise Rejected(_blamed(arm, str(problem))) from None
        return {"positions": found}

    @serves(names.JOINT_PATH, repeatable=always)
    def joint_path(self, args: dict[str, Any]) -> Slices[dict[str, Any]]:
        """For other actors: return waypoints on a path. See actors/arm/motion/branch.py."""
        distances, poses = yield from joint_path.slices(**args)
        return {"distances": distances, "poses": poses}

    @serves(names.CLAMPED_DESCENT, repeatable=always)
    def descend(self, args: dict[str, Any]) -> Generator[Any, Any, dict[str, Any]]:
        """Search for joint angles by descent.

        Lengths and limits that the request does not give are those of the arm.
        """
        yield self._descents
        arm = yield Ask(names.GEOMETRY, {})
        lengths = read_field({"lengths": list(arm["lengths"])} | args, "lengths", _two_or_three)
        target = _read_spot(args)
        start = read_field(args, "start", vector(len(lengths)))
        stops = _read_stops(args, arm, len(lengths))
        joint = outside(stops, start)
        if joint is not None:
            where = f"joint {joint + 1} is not: {start[joint]:g} rad"
            raise Rejected(_blamed(arm, f"start must be within the limits, {where}"))
        rules = _read_rules(args, lengths)
        found = yield from clamped_descent.slices(lengths, target, start, stops, rules)
        return found._asdict()


def _blamed(arm: Mapping[str, Any], refusal: str) -> str:
    """Return the refusal of a pose, with its probable cause if the arm has diverged."""
    return f"{refusal}; {DIVERGED}" if arm["diverged"] else refusal


def _read_spot(args: Mapping[str, Any]) -> Target:
    """Read the target of a descent: a point without a heading."""
    spot = read_field(args, "target", _object)
    return Target(read_field(spot, "x", number()), read_field(spot, "y", number()))


def _read_stops(args: Mapping[str, Any], arm: Mapping[str, Any], n: int) -> Any:
    """Read the limits of a descent of n joints, or else take those of the arm."""
    if "limits" in args:
        return read_field(args, "limits", ranges(n))
    if arm["allowed"] and n != len(arm["lengths"]):
        raise Rejected(f"limits must be given, since those of the arm are not for {n} links")
    return arm["allowed"]


def _read_rules(args: Mapping[str, Any], lengths: Sequence[float]) -> Rules:
    """Read the step size of a descent and the conditions under which it stops.

    lengths   (n,) in m. The defaults scale with their mean, so that similar arms take the same
              steps, and come equally close to their targets.
    """
    size = sum(lengths) / len(lengths)
    scaled = {"alpha": DESCENT["alpha"] / size / size, "tol": DESCENT["tol"] * size}
    given: dict[str, Any] = {**DESCENT, **scaled, **args}
    return Rules(
        alpha=read_field(given, "alpha", number(above=0)),
        tol=read_field(given, "tol", number(at_least=0)),
        stall=read_field(given, "stall", number(at_least=0)),
        max_iters=read_field(given, "max_iters", whole(0, limits.DESCENT_STEPS)),
    )


def _object(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise Rejected(f"must be an object with x and y, got {show(value)}")
    return value


def _two_or_three(value: Any) -> tuple[float, ...]:
    n = 3 if isinstance(value, list) and len(value) == 3 else 2
    return vector(n, above=0)(value)
