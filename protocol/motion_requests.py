"""Reads the requests for motions and for obstacles."""

import math
from collections.abc import Mapping
from typing import Any, NamedTuple, TypeAlias

from protocol import limits
from protocol.fields import Reader, Rejected, T, choice, number, read_field, show, vector

MOVE_JOINTS, MOVE_LINE, DRAW = KINDS = ("move_joints", "move_line", "draw")
PROFILES = ("quintic", "trapezoid", "steady")
ELBOWS = {"positive": "positive", "down": "positive", "negative": "negative", "up": "negative"}
SHAPES = ("points", "square", "circle")
DEFAULT_SPEED = 0.1  # m/s
# What accompanies the positions of setpoints: nothing, velocities, or velocities and the effort
# that the mechanics of the arm need.
NOTHING, VELOCITY, DYNAMICS = ("nothing", "velocity", "dynamics")

Coordinates = tuple[float, float]  # x and y in m


class MoveJoints(NamedTuple):
    """A motion of the joints to given angles, straight in joint space."""

    positions: tuple[float, ...]  # (n,) rad
    profile: str  # quintic or trapezoid
    duration: float | None  # s
    velocity: float | None  # rad/s, of the fastest joint; given only without a duration
    feedforward: str  # NOTHING, VELOCITY or DYNAMICS
    tolerance: float | None  # m; inf: none; None: a default


class Square(NamedTuple):
    """A square with sides parallel to the axes."""

    center: Coordinates
    side: float  # m


class Circle(NamedTuple):
    """A circle. The pen draws it anticlockwise, and begins at its rightmost point."""

    center: Coordinates
    radius: float  # m


# Straight lines join the points of the first kind.
Shape: TypeAlias = tuple[Coordinates, ...] | Square | Circle


class Drawing(NamedTuple):
    """A motion in which the pen draws a shape."""

    shape: Shape
    from_here: bool  # whether the path begins at the present position of the pen
    profile: str
    speed: float  # m/s, the highest along the path
    elbow: str | None  # positive or negative; None: the present one, or else the other
    spacing: float | None  # m between waypoints
    lookahead: float  # s
    feedforward: str  # NOTHING, VELOCITY or DYNAMICS
    tolerance: float | None  # m; inf: none; None: a default


Request: TypeAlias = MoveJoints | Drawing


def read_clearance(args: Mapping[str, Any]) -> float | None:
    """Read the clearance of a motion, in m; None if the request has none. Raises Rejected."""
    return _optional(args, "clearance", number(at_least=0))


def kind_of(args: Mapping[str, Any]) -> str:
    """Return the kind of a motion: the field `motion`, or else the kind that has these fields."""
    if "motion" in args:
        return read_field(args, "motion", choice(KINDS))
    for kind, fields in ((MOVE_JOINTS, ("positions",)), (DRAW, SHAPES), (MOVE_LINE, ("x", "y"))):
        if any(field in args for field in fields):
            return kind
    raise Rejected(
        f"motion must be one of {', '.join(KINDS)}, or show by its fields, got {show(dict(args))}"
    )


def read_motion(kind: str, args: Mapping[str, Any], n: int) -> Request:
    """Read the request for a motion of n joints. Raises Rejected for the first wrong field."""
    if kind == MOVE_JOINTS:
        return _read_joints(args, n)
    if kind == MOVE_LINE:
        points = read_field(args, "points", _points) if "points" in args else (_xy(args),)
        return _read_drawing(args, points, from_here=True, profile="quintic")
    return _read_drawing(args, _read_shape(args), from_here=False, profile="steady")


def _read_joints(args: Mapping[str, Any], n: int) -> MoveJoints:
    request = MoveJoints(
        read_field(args, "positions", vector(n)),
        read_field({"profile": "quintic"} | dict(args), "profile", choice(PROFILES[:2])),
        _optional(args, "duration", number(above=0)),
        _optional(args, "velocity", number(above=0)),
        read_field({"feedforward": DYNAMICS} | dict(args), "feedforward", _feedforward),
        _tolerance(args),
    )
    if request.duration is not None and request.velocity is not None:
        raise Rejected(
            "duration and velocity must not both be given, one follows from the other: got "
            f"{show(request.duration)} and {show(request.velocity)}"
        )
    return request


def _read_drawing(
    args: Mapping[str, Any],
    shape: Shape,
    from_here: bool,
    profile: str,
) -> Drawing:
    given = {
        "profile": profile,
        "speed": DEFAULT_SPEED,
        "lookahead": 0.0,
        # Each of the two removes the lag of the pen. With both, the pen would be ahead.
        "feedforward": False if args.get("lookahead") else DYNAMICS,
    } | dict(args)
    elbow = _optional(args, "elbow", choice(ELBOWS))
    return Drawing(
        shape,
        from_here,
        read_field(given, "profile", choice(PROFILES)),
        read_field(given, "speed", number(above=0)),
        ELBOWS[elbow] if elbow else None,
        _optional(args, "spacing", number(above=0)),
        read_field(given, "lookahead", _lookahead),
        read_field(given, "feedforward", _feedforward),
        _tolerance(args),
    )


def _feedforward(value: Any) -> str:
    """Read what accompanies setpoints. true means VELOCITY, and false NOTHING."""
    if isinstance(value, bool):
        return VELOCITY if value else NOTHING
    if value in (NOTHING, VELOCITY, DYNAMICS):
        return str(value)
    raise Rejected(f"must be dynamics, velocity, nothing, true or false, got {show(value)}")


def _tolerance(args: Mapping[str, Any]) -> float | None:
    """Read how far the pen may be off. None: nothing is said about it; inf: as far as it likes."""
    if "tolerance" not in args:
        return None
    return math.inf if args["tolerance"] is None else read_field(args, "tolerance", number(above=0))


def _lookahead(value: Any) -> float:
    seconds = number(at_least=0)(value)
    if seconds > limits.LOOKAHEAD:
        raise Rejected(f"must be at most {limits.LOOKAHEAD:g} s, got {show(value)}")
    return seconds


def _read_shape(args: Mapping[str, Any]) -> Shape:
    given = [name for name in SHAPES if name in args]
    if len(given) != 1:
        raise Rejected(
            f"exactly one of {', '.join(SHAPES)} must be given, got {', '.join(given) or 'none'}"
        )
    readers: dict[str, Reader[Any]] = {
        "points": _points_apart,
        "square": _square,
        "circle": _circle,
    }
    return read_field(args, given[0], readers[given[0]])


def _points(value: Any, at_least: int = 1) -> tuple[Coordinates, ...]:
    """Read a list of points, and leave out each that equals the point before it."""
    if not isinstance(value, list) or not at_least <= len(value) <= limits.WAYPOINTS:
        raise Rejected(
            f"must be a list of {at_least} to {limits.WAYPOINTS} points, got {show(value)}"
        )
    points = _each(value, _point)
    return tuple(point for k, point in enumerate(points) if k == 0 or point != points[k - 1])


def _points_apart(value: Any) -> tuple[Coordinates, ...]:
    apart = _points(value, at_least=2)
    if len(apart) < 2:
        raise Rejected(f"must be apart, all are ({apart[0][0]:g}, {apart[0][1]:g})")
    return apart


def _square(value: Any) -> Square:
    return Square(*_around(value, "side"))


def _circle(value: Any) -> Circle:
    return Circle(*_around(value, "radius"))


def _around(value: Any, size: str) -> tuple[Coordinates, float]:
    if not isinstance(value, dict):
        raise Rejected(f"must be an object with center and {size}, got {show(value)}")
    return read_field(value, "center", _point), read_field(value, size, number(above=0))


def _point(value: Any) -> Coordinates:
    """Read a point: [x, y], or an object with x and y."""
    if isinstance(value, dict):
        return _xy(value)
    try:
        x, y = vector(2)(value)
    except Rejected:
        raise Rejected(
            f"must be [x, y] or an object with x and y, finite numbers, got {show(value)}"
        ) from None
    return x, y


def _xy(args: Mapping[str, Any]) -> Coordinates:
    return read_field(args, "x", number()), read_field(args, "y", number())


def read_obstacles(value: Any) -> list[tuple[float, float, float]]:
    """Read a list of circles, and return x, y and radius of each, in m. Raises Rejected."""
    if not isinstance(value, list) or len(value) > limits.OBSTACLES:
        raise Rejected(f"must be a list of at most {limits.OBSTACLES} circles, got {show(value)}")
    return _each(value, _obstacle)


def _obstacle(item: Any) -> tuple[float, float, float]:
    if not isinstance(item, dict):
        raise Rejected(f"must be an object with x, y and radius, got {show(item)}")
    center = read_field(item, "center", _point) if "center" in item else _xy(item)
    return center[0], center[1], read_field(item, "radius", number(at_least=0))


def _each(values: list[Any], reader: Reader[T]) -> list[T]:
    """Read all items. Raises Rejected with the number of the first wrong one."""
    found = []
    for k, value in enumerate(values):
        try:
            found.append(reader(value))
        except Rejected as problem:
            raise Rejected(f"item {k + 1} {problem}") from None
    return found


def _optional(args: Mapping[str, Any], name: str, reader: Reader[Any]) -> Any:
    return None if args.get(name) is None else read_field(args, name, reader)
