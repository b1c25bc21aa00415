"""The parameters of the arm: other names for single fields of its services.

Their values are JSON text. /arm_sim:gravity may also be written /arm_sim/gravity.
"""

import json
import re
from typing import Any, NamedTuple

from protocol import names
from protocol.fields import Rejected, read_field, show, text
from protocol.rosapi.question import Question
from protocol.similar import did_you_mean
from protocol.wire import encode, read_value

NODE = "/arm_sim"
NAME = re.compile(f"/?{NODE[1:]}[:/](.*)", re.DOTALL)
PERMANENT = "the parameters of the arm cannot be deleted"


class Parameter(NamedTuple):
    """A field of a service, which sets it, and returns it when it is called without arguments."""

    service: str
    field: str


PARAMETERS = {
    "gravity": Parameter(names.SET_PARAMS, "gravity"),
    "masses": Parameter(names.SET_PARAMS, "masses"),
    "lengths": Parameter(names.SET_PARAMS, "lengths"),
    "centers_of_mass": Parameter(names.SET_LINKS, "centers_of_mass"),
    "inertias": Parameter(names.SET_LINKS, "inertias"),
    "damping": Parameter(names.SET_LINKS, "damping"),
    "method": Parameter(names.SET_INTEGRATOR, "method"),
    "timestep": Parameter(names.SET_INTEGRATOR, "timestep"),
    "kp": Parameter(names.SET_GAINS, "kp"),
    "ki": Parameter(names.SET_GAINS, "ki"),
    "kd": Parameter(names.SET_GAINS, "kd"),
    "position_limits": Parameter(names.SET_LIMITS, "position"),
    "operating_limits": Parameter(names.SET_LIMITS, "operating"),
    "velocity_limits": Parameter(names.SET_LIMITS, "velocity"),
    "effort_limits": Parameter(names.SET_LIMITS, "effort"),
}
FULL_NAMES = [f"{NODE}:{name}" for name in PARAMETERS]


def get_param(args: dict[str, Any]) -> Question | dict[str, Any]:
    """Ask the arm for a parameter. An unknown one has the value null, or the default given."""
    name = read_field(args, "name", text)
    default = read_field(args, "default_value", text) if "default_value" in args else ""
    parameter = _find(name)
    if parameter is None:
        return {"value": default or "null", "successful": False, "reason": _unknown(name)}

    def form(result: bool, status: str, values: bytes) -> tuple[bool, str, bytes]:
        value = json.loads(values).get(parameter.field)
        reason = "" if result else status
        answer = {"value": json.dumps(value), "successful": result, "reason": reason}
        return result, status, encode(answer)

    return Question(parameter.service, {}, form)


def set_param(args: dict[str, Any]) -> Question:
    """Ask the arm to set a parameter; it may refuse. Raises Rejected."""
    name = read_field(args, "name", text)
    written = read_field(args, "value", text)
    parameter = _find(name)
    if parameter is None:
        raise _refusal(_unknown(name))
    try:
        value = read_value(written)
    except ValueError as problem:
        raise _refusal(f"value must be JSON text, {problem}: got {show(written)}") from None
    return Question(parameter.service, {parameter.field: value}, _outcome)


def has_param(args: dict[str, Any]) -> dict[str, Any]:
    """Return whether there is a parameter of this name."""
    return {"exists": _find(read_field(args, "name", text)) is not None}


def delete_param(args: dict[str, Any]) -> dict[str, Any]:
    """Refuse, since no parameter can be deleted. Raises Rejected."""
    name = read_field(args, "name", text)
    raise _refusal(PERMANENT if _find(name) else _unknown(name))


def _find(name: str) -> Parameter | None:
    found = NAME.fullmatch(name)
    return PARAMETERS.get(found[1]) if found else None


def _unknown(name: str) -> str:
    return f"there is no parameter {show(name)}{did_you_mean(name, FULL_NAMES)}"


def _refusal(reason: str) -> Rejected:
    return Rejected(reason, {"successful": False, "reason": reason})


def _outcome(result: bool, status: str, values: bytes) -> tuple[bool, str, bytes]:
    answer = {"successful": result, "reason": "" if result else status}
    return result, status, encode(answer)
