"""The arrays of numbers in messages."""

import pytest

from protocol.arrays import arrays_in, replace_arrays
from protocol.interfaces import Interfaces

FLOATS = "float64"
TYPES = {
    "sensor_msgs/msg/JointState": {"position": FLOATS, "velocity": FLOATS, "effort": FLOATS},
    "trajectory_msgs/msg/JointTrajectory": {
        "points": dict.fromkeys(("positions", "velocities", "accelerations", "effort"), FLOATS)
    },
    "tf2_msgs/msg/TFMessage": {},
    "std_msgs/msg/String": {},
}


@pytest.mark.parametrize("type", TYPES)
def test_the_arrays_of_a_type_are_found_however_deep(type):
    assert arrays_in(Interfaces(), type) == TYPES[type]


@pytest.mark.parametrize(
    "arrays, message, replaced",
    [
        ({"a": FLOATS}, {"a": [1, 2.5]}, {"a": (FLOATS, [1, 2.5])}),
        ({"a": FLOATS}, {"a": []}, {"a": (FLOATS, [])}),
        ({"a": FLOATS}, {"b": [1]}, {"b": [1]}),
        ({"a": FLOATS}, {"a": [1, None]}, {"a": [1, None]}),
        ({"a": FLOATS}, {"a": [True]}, {"a": [True]}),
        ({"a": FLOATS}, {"a": None}, {"a": None}),
        ({"a": FLOATS}, [1], [1]),
        ({"p": {"a": FLOATS}}, {"p": [{"a": [1]}, 7]}, {"p": [{"a": (FLOATS, [1])}, 7]}),
        ({"p": {"a": FLOATS}}, {"p": {"a": [1]}}, {"p": {"a": (FLOATS, [1])}}),
        ({"p": {"a": FLOATS}}, {"p": "text"}, {"p": "text"}),
    ],
    ids=str,
)
def test_only_lists_of_numbers_are_replaced(arrays, message, replaced):
    replace_arrays(message, arrays, lambda type, numbers: (type, numbers))
    assert message == replaced
