"""Describes the arm as ROS does: in URDF, for 3D panels, Pinocchio, MuJoCo and others.

The arm moves in the plane of x and z. Its x is that of base_link, its y is the z of base_link, and
its angles are those about -y. So the arm stands upright where z points up, gravity acts along -z,
and with all angles 0 the arm is stretched out along x.

The format is that of http://wiki.ros.org/urdf/XML, with the element in which MuJoCo looks for its
options: https://mujoco.readthedocs.io/en/stable/modeling.html#urdf-extensions
"""

from collections.abc import Sequence
from typing import NamedTuple

from protocol.trajectory import joint_names

ROBOT = "pendularm"
BASE = "base_link"
TOOL = "tool"
AXIS = "0 -1 0"
UNLIMITED = 1e9  # where URDF requires a limit of effort or velocity and the arm has none
WIDTH = 0.04  # of a drawn link, as a part of the reach
COLORS = {"blue": "0.16 0.38 0.67 1", "orange": "0.87 0.49 0.15 1", "gray": "0.35 0.35 0.38 1"}
OF_LINKS = ("blue", "orange")  # in turn
# MuJoCo refuses smaller masses (kg) and inertias (kg m^2). It raises them to this one.
LEAST = 1e-14


class Link(NamedTuple):
    """One link, and the joint that moves it."""

    mass: float  # kg
    length: float  # m
    center: float  # m from the joint to the centre of mass
    inertia: float  # kg m^2 about the centre of mass
    damping: float  # N m s/rad
    range: tuple[float, float] | None  # rad
    velocity: float | None  # rad/s, the limit
    effort: float | None  # N m, the limit


def frame_names(n: int) -> list[str]:
    """Return the names of the frames of n links, from the base to the tool."""
    return [BASE, *(f"link_{i + 1}" for i in range(n)), TOOL]


def robot_description(links: Sequence[Link], gravity: float) -> str:
    """Return the URDF of an arm of these links, from the base outwards; gravity in m/s^2."""
    width = WIDTH * sum(link.length for link in links)
    frames = frame_names(len(links))
    offsets = [0.0, *(link.length for link in links)]  # m, of each frame from the one before
    parts = [_link(BASE, "", _hub(2 * width, "gray"))]
    for i, link in enumerate(links):
        color = OF_LINKS[i % len(OF_LINKS)]
        drawn = _beam(link.length, width, color) + _hub(1.5 * width, color)
        parts.append(_link(frames[i + 1], _inertial(link), drawn))
    parts.append(_link(TOOL, "", _visual("0 0 0", f'<sphere radius="{0.6 * width!r}"/>', "gray")))
    for i, (name, link) in enumerate(zip(joint_names(len(links)), links)):
        parts.append(_joint(name, frames[i : i + 2], offsets[i], link))
    parts.append(_fixed_joint(frames[-2:], offsets[-1]))
    return _robot(parts, gravity)


def _robot(parts: Sequence[str], gravity: float) -> str:
    return (
        '<?xml version="1.0"?>\n'
        f"<!-- Moves in the plane of x and z, where gravity is {gravity!r} m/s^2 along -z. -->\n"
        f'<robot name="{ROBOT}">\n'
        "  <mujoco>\n"
        f'    <compiler boundmass="{LEAST!r}" boundinertia="{LEAST!r}"/>\n'
        f'    <option gravity="0 0 {-gravity!r}"/>\n'
        "  </mujoco>\n" + "".join(parts) + "</robot>\n"
    )


def _link(name: str, inertial: str, drawn: str) -> str:
    return f'  <link name="{name}">\n{inertial}{drawn}  </link>\n'


def _inertial(link: Link) -> str:
    """Only iyy plays a part. The others are equal to it, which every rigid body allows."""
    moments = " ".join(f'{axes}="{link.inertia!r}"' for axes in ("ixx", "iyy", "izz"))
    return (
        "    <inertial>\n"
        f'      <origin xyz="{link.center!r} 0 0"/>\n'
        f'      <mass value="{link.mass!r}"/>\n'
        f'      <inertia {moments} ixy="0" ixz="0" iyz="0"/>\n'
        "    </inertial>\n"
    )


def _beam(length: float, width: float, color: str) -> str:
    box = f'<box size="{length!r} {width!r} {width!r}"/>'
    return _visual(f"{length / 2!r} 0 0", box, color)


def _hub(diameter: float, color: str) -> str:
    """Draw a joint: a cylinder around its axis."""
    cylinder = f'<cylinder radius="{diameter / 2!r}" length="{diameter!r}"/>'
    return _visual("0 0 0", cylinder, color, rpy="1.5707963267948966 0 0")


def _visual(xyz: str, shape: str, color: str, rpy: str = "0 0 0") -> str:
    return (
        "    <visual>\n"
        f'      <origin xyz="{xyz}" rpy="{rpy}"/>\n'
        f"      <geometry>{shape}</geometry>\n"
        f'      <material name="{color}"><color rgba="{COLORS[color]}"/></material>\n'
        "    </visual>\n"
    )


def _joint(name: str, frames: Sequence[str], offset: float, link: Link) -> str:
    kind = "continuous" if link.range is None else "revolute"
    return (
        f'  <joint name="{name}" type="{kind}">\n'
        f"{_between(frames, offset)}"
        f'    <axis xyz="{AXIS}"/>\n'
        f"{_limit(link)}"
        f'    <dynamics damping="{link.damping!r}" friction="0"/>\n'
        "  </joint>\n"
    )


def _fixed_joint(frames: Sequence[str], offset: float) -> str:
    return f'  <joint name="{TOOL}_joint" type="fixed">\n{_between(frames, offset)}  </joint>\n'


def _between(frames: Sequence[str], offset: float) -> str:
    parent, child = frames
    return (
        f'    <origin xyz="{offset!r} 0 0"/>\n'
        f'    <parent link="{parent}"/>\n'
        f'    <child link="{child}"/>\n'
    )


def _limit(link: Link) -> str:
    if link.range is None and link.velocity is None and link.effort is None:
        return ""
    effort = UNLIMITED if link.effort is None else link.effort
    velocity = UNLIMITED if link.velocity is None else link.velocity
    ends = "" if link.range is None else ' lower="{!r}" upper="{!r}"'.format(*link.range)
    return f'    <limit effort="{effort!r}" velocity="{velocity!r}"{ends}/>\n'
