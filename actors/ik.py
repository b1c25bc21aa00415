"""Serves /ik/solve."""

from collections.abc import Generator
from typing import Any

from actors.actor import Actor
from actors.arm.kinematics import Target, Unreachable, inverse_kinematics
from actors.conduct import Ask
from actors.service import Service, always
from protocol import names
from protocol.fields import Rejected, read_field, vector
from protocol.goals import read_target


class Ik(Actor):
    """Stateless: the link lengths are read afresh for every call."""

    name = "ik"
    serves = {names.IK_SOLVE: Service("solve", always)}

    def solve(self, args: dict[str, Any]) -> Generator[Ask, Any, dict[str, Any]]:
        arm = yield Ask(names.SET_PARAMS, {})
        lengths = arm["lengths"]
        target = Target(*read_target(args, len(lengths)))
        reference = read_field(args, "reference", vector(len(lengths))) if "reference" in args else None
        try:
            return {"positions": inverse_kinematics(lengths, target, reference)}
        except Unreachable as problem:
            raise Rejected(str(problem)) from None
