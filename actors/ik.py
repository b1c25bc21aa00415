"""Serves /ik/*."""

from collections.abc import Generator
from typing import Any

from actors.arm.descent import clamped_descent
from actors.arm.errors import GeometryError, MotionError
from actors.arm.kinematics import Target, inverse_kinematics
from actors.arm.limits import outside
from actors.arm.motion.branch import joint_path
from actors.kernel.actor import Actor
from actors.kernel.handlers import Ask
from actors.kernel.service import Order, always, serves
from protocol import limits, names
from protocol.fields import Rejected, number, ranges, read_field, show, vector, whole
from protocol.goals import read_target

DESCENT = {"alpha": 0.2, "tol": 1e-4, "stall": 1e-7, "max_iters": 1000}  # defaults: rad/m^2, m, rad


class Ik(Actor):
    """Stateless: lengths and limits of the arm are read afresh for every call."""

    name = "ik"
    order = Order.AMONG_ACTORS

    @serves(names.IK_SOLVE, repeatable=always)
    def solve(self, args: dict[str, Any]) -> Generator[Ask, Any, dict[str, Any]]:
        arm = yield Ask(names.GEOMETRY, {})
        lengths = arm["lengths"]
        target = Target(*read_target(args, len(lengths)))
        reference = (
            read_field(args, "reference", vector(len(lengths))) if "reference" in args else None
        )
        try:
            return {"positions": inverse_kinematics(lengths, target, reference, arm["allowed"])}
        except GeometryError as problem:
            raise Rejected(str(problem)) from None

    @serves(names.JOINT_PATH, repeatable=always)
    def joint_path(self, args: dict[str, Any]) -> dict[str, Any]:
        """For motions: args are those of the function of that name."""
        try:
            return {"poses": joint_path(**args)}
        except MotionError as problem:
            raise Rejected(str(problem)) from None

    @serves(names.CLAMPED_DESCENT, repeatable=always)
    def descend(self, args: dict[str, Any]) -> Generator[Ask, Any, dict[str, Any]]:
        """Lengths and limits default to the arm's."""
        arm = yield Ask(names.GEOMETRY, {})
        lengths = read_field({"lengths": list(arm["lengths"])} | args, "lengths", _two_or_three)
        n = len(lengths)
        given = DESCENT | args
        spot = read_field(args, "target", _object)
        target = Target(read_field(spot, "x", number()), read_field(spot, "y", number()))
        start = read_field(args, "start", vector(n))
        if "limits" not in args and arm["allowed"] and n != len(arm["lengths"]):
            raise Rejected(f"limits must be given, since those of the arm are not for {n} links")
        stops = read_field(args, "limits", ranges(n)) if "limits" in args else arm["allowed"]
        joint = outside(stops, start)
        if joint is not None:
            raise Rejected(
                f"start must be within the limits, joint {joint + 1} is not: {start[joint]:g} rad"
            )
        try:
            return clamped_descent(
                lengths,
                target,
                start,
                stops,
                read_field(given, "alpha", number(above=0)),
                read_field(given, "tol", number(at_least=0)),
                read_field(given, "stall", number(at_least=0)),
                read_field(given, "max_iters", whole(0, limits.DESCENT_STEPS)),
            )._asdict()
        except GeometryError as problem:
            raise Rejected(str(problem)) from None


def _object(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise Rejected(f"must be an object with x and y, got {show(value)}")
    return value


def _two_or_three(value: Any) -> tuple[float, ...]:
    return vector(3 if isinstance(value, list) and len(value) == 3 else 2, above=0)(value)
