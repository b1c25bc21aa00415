"""What the services of the arm echo, what they refuse, and that each field counts by itself."""

import pytest

SET_INTEGRATOR = "/arm_sim/set_integrator"
SET_PARAMS = "/arm_sim/set_params"
SET_GAINS = "/pid_controller/set_gains"
PAUSE = "/arm_sim/pause"
ENABLE = "/pid_controller/enable"
RESET = "/arm_sim/reset"

ECHO = {
    SET_INTEGRATOR: {"method", "timestep"},
    SET_PARAMS: {"gravity", "masses", "lengths"},
    SET_GAINS: {"kp", "ki", "kd"},
    PAUSE: {"data"},
    ENABLE: {"data"},
}
two_links = pytest.mark.parametrize("links", [2])


# -- queries -------------------------------------------------------------------------------------
@pytest.mark.parametrize("service", ECHO)
def test_an_empty_request_echoes_exactly_the_settings_and_changes_nothing(client, service):
    first = client.call(service, {})
    second = client.call(service, {})
    assert set(first) == {"op", "service", "id", "values", "result", "status"}
    assert first["result"] is True and first["status"] == ""
    assert set(first["values"]) == ECHO[service]
    assert first["values"] == second["values"]


def test_the_settings_of_a_fresh_runtime_are_the_documented_ones(runtime, links):
    assert runtime.defaults[SET_PARAMS] == {
        "gravity": 9.81,
        "masses": [1.0] * links,
        "lengths": [1.0] * links,
    }
    assert runtime.defaults[SET_INTEGRATOR]["method"] == "rk4"
    assert 0 < runtime.defaults[SET_INTEGRATOR]["timestep"] <= 0.001
    assert runtime.defaults[PAUSE] == runtime.defaults[ENABLE] == {"data": False}
    for gains in runtime.defaults[SET_GAINS].values():
        assert len(gains) == links and min(gains) > 0


# -- changes that are accepted -------------------------------------------------------------------
@two_links
@pytest.mark.parametrize(
    "service, request_, echoed",
    [
        (SET_INTEGRATOR, {"method": "euler"}, {"method": "euler"}),
        (
            SET_INTEGRATOR,
            {"method": "midpoint", "timestep": 0.004},
            {"method": "midpoint", "timestep": 0.004},
        ),
        (SET_INTEGRATOR, {"timestep": 3600}, {"timestep": 3600}),
        (
            SET_INTEGRATOR,
            {"method": "verlet", "timestep": 1e-6},
            {"method": "verlet", "timestep": 1e-6},
        ),
        (SET_PARAMS, {"gravity": 0}, {"gravity": 0}),
        (SET_PARAMS, {"masses": [2, 0.5]}, {"masses": [2, 0.5]}),
        (
            SET_PARAMS,
            {"lengths": [0.1, 1e3], "gravity": 1.62},
            {"lengths": [0.1, 1e3], "gravity": 1.62},
        ),
        (SET_PARAMS, {"gravity": 1.1, "unknown": "ignored"}, {"gravity": 1.1}),
        (SET_GAINS, {"kp": [0, 0]}, {"kp": [0, 0]}),
        (SET_GAINS, {"ki": [1, 2], "kd": [3, 4.5]}, {"ki": [1, 2], "kd": [3, 4.5]}),
        (PAUSE, {"data": True}, {"data": True}),
        (ENABLE, {"data": True}, {"data": True}),
    ],
)
def test_a_valid_change_is_echoed_and_lasts(client, service, request_, echoed):
    before = client.call(service)["values"]
    changed = client.call(service, request_)
    assert changed["result"] is True
    # Some of these settings do not suit the arm or the timestep; that is a remark, no refusal.
    assert changed["status"] == "" or "with these gains" in changed["status"]
    assert changed["values"] == before | echoed
    assert client.call(service)["values"] == before | echoed


def test_a_change_of_every_field_at_once_is_echoed_for_any_number_of_links(client, links):
    params = {"gravity": 3.7, "masses": [0.5] * links, "lengths": [1.5] * links}
    gains = {"kp": [9.0] * links, "ki": [8.0] * links, "kd": [7.0] * links}
    assert client.call(SET_PARAMS, params)["values"] == params
    assert client.call(SET_GAINS, gains)["values"] == gains


# -- changes that are refused --------------------------------------------------------------------
BAD_VECTORS = [
    "ab",
    {"0": 1, "1": 1},
    [True, True],
    [[1], [1]],
    [1, None],
    1.0,
    [],
    [1, "a"],
    [1],
    [1, 1, 1],
    [1, -0.5],
    None,
    [10**400, 1],
]


@two_links
@pytest.mark.parametrize(
    "service, field, values",
    [
        (SET_PARAMS, "masses", [*BAD_VECTORS, [0, 1]]),
        (SET_PARAMS, "lengths", [*BAD_VECTORS, [1, 0]]),
        (SET_PARAMS, "gravity", [True, "9.81", -0.001, None, [9.81], 10**400]),
        (SET_GAINS, "kp", BAD_VECTORS),
        (SET_GAINS, "ki", BAD_VECTORS),
        (SET_GAINS, "kd", BAD_VECTORS),
        (SET_INTEGRATOR, "method", ["RK4", "velocity verlet", 3, None, "", "rk4 ", ["rk4"]]),
        (SET_INTEGRATOR, "timestep", [0, -0.01, "0.01", True, None, [0.01], 10**400]),
        (PAUSE, "data", [1, 0, "true", [], None, {}]),
        (ENABLE, "data", [1, 0, "yes", [], None, {}]),
    ],
)
def test_a_bad_field_is_refused_by_name_and_everything_in_force_is_echoed(
    client, service, field, values
):
    in_force = client.call(service)["values"]
    for value in values:
        refused = client.call(service, {field: value})
        assert refused["result"] is False, value
        assert field in refused["status"], value
        assert refused["values"] == in_force, value


@pytest.mark.parametrize("number", [b"NaN", b"Infinity", b"-Infinity"])
@two_links
def test_a_number_that_is_no_json_is_a_malformed_message(client, number):
    client.send_raw(
        b'{"op":"call_service","service":"/arm_sim/set_params","args":{"gravity":%b}}\n' % number
    )
    assert client.status()["level"] == "error"
    assert client.call(SET_PARAMS)["values"]["gravity"] == 9.81


@two_links
def test_a_bad_field_of_the_parameters_leaves_the_good_ones_to_take_effect(client):
    expected = {"gravity": 3.7, "masses": [1, 1], "lengths": [0.9, 0.6]}
    answer = client.call(SET_PARAMS, {"gravity": 3.7, "masses": [1.0, -1.0], "lengths": [0.9, 0.6]})
    assert answer["result"] is False
    assert "masses" in answer["status"] and "lengths" not in answer["status"]
    assert answer["values"] == expected
    assert client.call(SET_PARAMS)["values"] == expected


@two_links
def test_a_bad_field_of_the_gains_leaves_the_good_ones_to_take_effect(client, runtime):
    answer = client.call(SET_GAINS, {"kp": [5, 5], "ki": [1, -1], "kd": [1]})
    assert answer["result"] is False and "ki" in answer["status"] and "kd" in answer["status"]
    assert answer["values"] == runtime.defaults[SET_GAINS] | {"kp": [5, 5]}


@two_links
@pytest.mark.parametrize(
    "request_", [{"method": "euler", "timestep": 0}, {"method": "RK4", "timestep": 0.01}]
)
def test_the_integrator_changes_as_a_whole_or_not_at_all(client, runtime, request_):
    answer = client.call(SET_INTEGRATOR, request_)
    assert answer["result"] is False
    assert answer["values"] == runtime.defaults[SET_INTEGRATOR]


# -- reset ---------------------------------------------------------------------------------------
def test_a_reset_echoes_the_starting_pose_and_keeps_the_settings(client, links):
    client.call(SET_PARAMS, {"gravity": 5})
    client.call(ENABLE, {"data": True})
    answer = client.call(RESET)
    assert answer["result"] is True and answer["status"] == ""
    assert answer["values"] == {"position": [0] * links, "velocity": [0] * links}
    assert client.call(SET_PARAMS)["values"]["gravity"] == 5
    assert client.call(ENABLE)["values"] == {"data": True}
