"""Readers and shapes of the messages about motions."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from protocol import limits
from protocol.fields import Reader, Rejected, T, boolean, choice, number, read_field, show, vector

MOVE_JOINTS, MOVE_LINE, DRAW = KINDS = ("move_joints", "move_line", "draw")
IDLE = "idle"
MOVING = "moving"
STOPPING = "stopping"
FAULTED = "faulted"
PROFILES = ("quintic", "trapezoid", "steady")
ELBOWS = {"positive": "positive", "down": "positive", "negative": "negative", "up": "negative"}
SHAPES = ("points", "square", "circle")
SPEED = 0.1  # m/s

Point = tuple[float, float]  # m


class MoveJoints(NamedTuple):
    """To joint angles (n,) in rad, in so long (s), or no joint faster than that (rad/s)."""

    positions: tuple[float, ...]
    profile: str
    duration: float | None
    velocity: float | None


class Square(NamedTuple):
    center: Point
    side: float  # m


class Circle(NamedTuple):
    center: Point
    radius: float  # m


class Drawing(NamedTuple):
    """Along straight edges through points, a square or a circle; or (a line) from where the pen is to one point."""

    shape: tuple[Point, ...] | Square | Circle
    from_here: bool
    profile: str
    speed: float  # m/s, the highest
    elbow: str | None  # positive or negative, None: whichever will do
    spacing: float | None  # m between waypoints
    lookahead: float  # s
    feedforward: bool


Request = MoveJoints | Drawing


def kind_of(args: Mapping[str, Any]) -> str:
    """Which motion is asked for: as named in `motion`, else as its fields show."""
    if "motion" in args:
        return read_field(args, "motion", choice(KINDS))
    for kind, fields in ((MOVE_JOINTS, ("positions",)), (DRAW, SHAPES), (MOVE_LINE, ("x", "y"))):
        if any(field in args for field in fields):
            return kind
    raise Rejected(
        f"motion must be one of {', '.join(KINDS)}, or show by its fields, got {show(dict(args))}"
    )


def read_motion(kind: str, args: Mapping[str, Any], n: int) -> Request:
    """The request for a motion of n joints; raises Rejected with the first field that is wrong."""
    if kind == MOVE_JOINTS:
        return _read_joints(args, n)
    if kind == MOVE_LINE:
        way = read_field(args, "points", _way) if "points" in args else (_xy(args),)
        return _read_drawing(args, way, from_here=True, profile="quintic")
    return _read_drawing(args, _read_shape(args), from_here=False, profile="steady")


def _read_joints(args: Mapping[str, Any], n: int) -> MoveJoints:
    request = MoveJoints(
        read_field(args, "positions", vector(n)),
        read_field({"profile": "quintic"} | dict(args), "profile", choice(PROFILES[:2])),
        _optional(args, "duration", number(above=0)),
        _optional(args, "velocity", number(above=0)),
    )
    if request.duration is not None and request.velocity is not None:
        raise Rejected(
            "duration and velocity must not both be given, one follows from the other: got "
            f"{show(request.duration)} and {show(request.velocity)}"
        )
    return request


def _read_drawing(
    args: Mapping[str, Any],
    shape: tuple[Point, ...] | Square | Circle,
    from_here: bool,
    profile: str,
) -> Drawing:
    given = {
        "profile": profile,
        "speed": SPEED,
        "lookahead": 0.0,
        "feedforward": not args.get("lookahead"),
    } | dict(args)  # either takes the lag away, both a lead in
    elbow = _optional(args, "elbow", choice(ELBOWS))
    return Drawing(
        shape,
        from_here,
        read_field(given, "profile", choice(PROFILES)),
        read_field(given, "speed", number(above=0)),
        ELBOWS[elbow] if elbow else None,
        _optional(args, "spacing", number(above=0)),
        read_field(given, "lookahead", _lookahead),
        read_field(given, "feedforward", boolean),
    )


def _lookahead(value: Any) -> float:
    seconds = number(at_least=0)(value)
    if seconds > limits.LOOKAHEAD:
        raise Rejected(f"must be at most {limits.LOOKAHEAD:g} s, got {show(value)}")
    return seconds


def _read_shape(args: Mapping[str, Any]) -> tuple[Point, ...] | Square | Circle:
    given = [name for name in SHAPES if name in args]
    if len(given) != 1:
        raise Rejected(
            f"exactly one of {', '.join(SHAPES)} must be given, got {', '.join(given) or 'none'}"
        )
    readers: dict[str, Reader[Any]] = {"points": _points, "square": _square, "circle": _circle}
    return read_field(args, given[0], readers[given[0]])


def _way(value: Any, at_least: int = 1) -> tuple[Point, ...]:
    if not isinstance(value, list) or not at_least <= len(value) <= limits.WAYPOINTS:
        raise Rejected(
            f"must be a list of {at_least} to {limits.WAYPOINTS} points, got {show(value)}"
        )
    points = _each(value, _point)
    return tuple(point for k, point in enumerate(points) if k == 0 or point != points[k - 1])


def _points(value: Any) -> tuple[Point, ...]:
    apart = _way(value, at_least=2)
    if len(apart) < 2:
        raise Rejected(f"must be apart, all are ({apart[0][0]:g}, {apart[0][1]:g})")
    return apart


def _square(value: Any) -> Square:
    return Square(*_around(value, "side"))


def _circle(value: Any) -> Circle:
    return Circle(*_around(value, "radius"))


def _around(value: Any, size: str) -> tuple[Point, float]:
    if not isinstance(value, dict):
        raise Rejected(f"must be an object with center and {size}, got {show(value)}")
    return read_field(value, "center", _point), read_field(value, size, number(above=0))


def _point(value: Any) -> Point:
    """[x, y], or an object with x and y."""
    if isinstance(value, dict):
        return _xy(value)
    try:
        x, y = vector(2)(value)
    except Rejected:
        raise Rejected(
            f"must be [x, y] or an object with x and y, finite numbers, got {show(value)}"
        ) from None
    return x, y


def _xy(args: Mapping[str, Any]) -> Point:
    return read_field(args, "x", number()), read_field(args, "y", number())


def read_obstacles(value: Any) -> list[tuple[float, float, float]]:
    """Circles: a list of objects with x, y and radius."""
    if not isinstance(value, list) or len(value) > limits.OBSTACLES:
        raise Rejected(f"must be a list of at most {limits.OBSTACLES} circles, got {show(value)}")
    return _each(value, _obstacle)


def _obstacle(item: Any) -> tuple[float, float, float]:
    if not isinstance(item, dict):
        raise Rejected(f"must be an object with x, y and radius, got {show(item)}")
    center = read_field(item, "center", _point) if "center" in item else _xy(item)
    return center[0], center[1], read_field(item, "radius", number(at_least=0))


def _each(values: list[Any], reader: Reader[T]) -> list[T]:
    """All items, or a refusal that counts to the wrong one."""
    found = []
    for k, value in enumerate(values):
        try:
            found.append(reader(value))
        except Rejected as problem:
            raise Rejected(f"item {k + 1} {problem}") from None
    return found


def _optional(args: Mapping[str, Any], name: str, reader: Reader[Any]) -> Any:
    return None if args.get(name) is None else read_field(args, name, reader)


def obstacles_message(obstacles: Sequence[tuple[float, float, float]]) -> dict[str, Any]:
    return {"obstacles": [{"x": x, "y": y, "radius": radius} for x, y, radius in obstacles]}


def figures_message(
    mean: float, rms: float, largest: float, settle_time: float | None, drawn: Sequence[Point]
) -> dict[str, Any]:
    """Distances in m between the pen and where it was meant to be, and where it was; s until it had come to rest."""
    return {"mean": mean, "rms": rms, "max": largest, "settle_time": settle_time, "drawn": drawn}


def motion_result(
    motion_id: str,
    kind: str,
    outcome: str,
    reason: str,
    duration: float,
    figures: Mapping[str, Any],
) -> dict[str, Any]:
    return {
        "motion_id": motion_id,
        "motion": kind,
        "outcome": outcome,
        "reason": reason,
        "duration": duration,
        "figures": figures,
    }


def motion_state(
    state: str,
    reason: str,
    motion_id: str | None,
    kind: str | None,
    elapsed: float | None,
    duration: float | None,
) -> dict[str, Any]:
    """elapsed and duration in s of simulation time, of the present stage; reason: of a fault."""
    return {
        "state": state,
        "motion_id": motion_id,
        "motion": kind,
        "elapsed": elapsed,
        "duration": duration,
        "reason": reason,
    }


def recording(fields: Sequence[str], samples: Sequence[Sequence[Any]]) -> dict[str, Any]:
    """A list for each field, of one entry for each sample."""
    return {field: [sample[k] for sample in samples] for k, field in enumerate(fields)}
