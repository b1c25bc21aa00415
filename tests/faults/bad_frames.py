"""Everything that a client can get wrong. Each frame must bring one complaint, and no harm."""

import json


def _line(**fields: object) -> bytes:
    return json.dumps(fields).encode()


def _trajectory(msg: object) -> bytes:
    return _line(op="publish", topic="/joint_trajectory", msg=msg)


_CALL = b'{"op":"call_service","service":"/arm_sim/set_params","args":{"gravity":%b}}'
_PUBLISH = b'{"op":"publish","topic":"/faults","msg":%b}'

BAD_FRAMES: dict[str, list[bytes]] = {
    "malformed JSON": [
        b'{"op":"call_service","service":',
        b'{"op" "publish"}',
        b'{"op":"publish","topic":"x',
        b"{]}",
        b"}{",
        b"{'op':'publish'}",
        b'{"op":"publish",}',
        b"{\x00\x01\x02}",
    ],
    "non-object": [
        b"[1,2,3]",
        b'"text"',
        b"42",
        b"null",
        b"true",
        b"HELO localhost",
        b"x" * 1_000_000,
    ],
    "bad UTF-8": [_PUBLISH % b'"\xff\xfe"', _PUBLISH % b'"\xed\xa0\x80"', b'{"op":"\xff\xfe"}'],
    "deep nesting": [
        _PUBLISH % (b"[" * 5000 + b"]" * 5000),
        _PUBLISH % (b'{"a":' * 300 + b"1" + b"}" * 300),
        b"{" * 100_000,
    ],
    "no JSON number": [
        _CALL % b"NaN",
        _CALL % b"-Infinity",
        _CALL % b"1e999",
        _CALL % (b"9" * 5000),
        _CALL % (b"9" * 400),
        _PUBLISH % b"[NaN]",
    ],
    "unknown operation": [
        _line(op="fly"),
        _line(),
        _line(op=5),
        _line(op=None),
        _line(op=["publish"]),
        b'{"op":"\\ud800"}',
    ],
    "ill-typed field": [
        _line(op="subscribe"),
        _line(op="subscribe", topic=5),
        _line(op="subscribe", topic=""),
        _line(op="subscribe", topic="x" * 2000),
        _line(op="publish", topic="/faults"),
        _line(op="call_service", service={}),
        _line(op="call_service", service="/nobody"),
        _line(op="call_service", service="/arm_sim/set_params", args=[1]),
        _line(op="call_service", service="/ik/solve", args={"x": "far", "y": None}),
        _line(op="call_service", service="/pid_controller/set_gains", args={"kp": [True, -1]}),
        _line(op="call_service", service="/arm_sim/integration_step", args={"steps": 1e300}),
        _line(op="call_service", service="/ik_action/send_goal", args={"x": 1e308, "y": 1e308}),
        _line(op="call_service", service="/ik_trial/start", args={"duration": 0}),
        _line(op="advertise_service", service=None),
        _line(op="unadvertise_service", service="/ik"),
    ],
    "bad trajectory": [
        _trajectory(msg)
        for msg in (
            None,
            5,
            [],
            {},
            {"points": []},
            {"points": 5},
            {"points": [5]},
            {"points": [{"positions": "up"}]},
            {"points": [{"positions": [True, 0]}]},
            {"points": [{"velocities": [None, 0]}]},
            {"points": [{"positions": [10**400, 0]}]},
        )
    ],
}

TOO_LONG = b'{"op":"publish","topic":"/faults","msg":"' + b"x" * 5_000_000

OTHER_PROTOCOLS = (
    b"POST / HTTP/1.1\r\nHost: localhost\r\n\r\n",
    bytes.fromhex("1603010200"),
    b"\x00\x01\x02",
    b"\xff\xfe{}",
)
