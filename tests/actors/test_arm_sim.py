"""The arm's actor: its services, what it hears, and that nothing it is told brings it down."""

import json

import pytest
from arm_bench import LIMITS, asked, told
from crew import call, letters

from actors.arm.pid import Setpoint
from actors.kernel.letters import Notice, Publication
from protocol import names

NONE = dict.fromkeys(LIMITS)
RODS = {"centers_of_mass": (0.5, 0.5), "inertias": (1 / 12, 1 / 12), "damping": (0.0, 0.0)}


# -- links -----------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "args, changed",
    [
        ({}, {}),
        ({"centers_of_mass": [0, 1]}, {"centers_of_mass": (0.0, 1.0)}),
        ({"inertias": [2, 1e-9]}, {"inertias": (2.0, 1e-9)}),
        ({"inertias": [0, 0]}, {"inertias": (0.0, 0.0)}),
        (
            {"centers_of_mass": [1, 1], "inertias": [0, 0]},
            {"centers_of_mass": (1.0, 1.0), "inertias": (0.0, 0.0)},
        ),
        ({"damping": [0, 3]}, {"damping": (0.0, 3.0)}),
        ({"rods": True}, {}),
        ({"rods": False, "damping": [1, 1]}, {"damping": (1.0, 1.0)}),
        ({"unknown": 1}, {}),
    ],
    ids=str,
)
def test_the_links_are_set_and_echoed(arm, args, changed):
    answered = asked(arm, names.SET_LINKS, args)
    assert (answered.result, answered.status, answered.values) == (True, "", RODS | changed)
    assert asked(arm, names.SET_LINKS).values == RODS | changed


@pytest.mark.parametrize(
    "args, named",
    [
        ({"centers_of_mass": [0.5, 1.01]}, "centers_of_mass"),
        ({"centers_of_mass": [-0.1, 0.5]}, "centers_of_mass"),
        ({"centers_of_mass": None}, "centers_of_mass"),
        ({"inertias": [-1, 1]}, "inertias"),
        ({"inertias": [1]}, "inertias"),
        ({"damping": [-1, 0]}, "damping"),
        ({"damping": "0"}, "damping"),
        ({"rods": 1}, "rods"),
        ({"rods": None}, "rods"),
    ],
    ids=str,
)
def test_a_bad_field_of_the_links_is_refused_by_name_and_the_others_are_set(arm, args, named):
    good = {"damping": [0.5, 0.5]} if named != "damping" else {"inertias": [0.5, 0.5]}
    answered = asked(arm, names.SET_LINKS, args | good)
    assert not answered.result and named in answered.status
    assert answered.values == RODS | {name: tuple(values) for name, values in good.items()}


@pytest.mark.parametrize(
    "first, then",
    [
        ({}, {"centers_of_mass": [0, 1], "inertias": [0, 1]}),
        ({}, {"centers_of_mass": [1, 0], "inertias": [1, 0]}),
        ({"inertias": [0, 0]}, {"centers_of_mass": [0.5, 0]}),
        ({"centers_of_mass": [0.5, 0]}, {"inertias": [0, 0]}),
        ({}, {"rods": True, "centers_of_mass": [0, 1], "inertias": [0, 1]}),
    ],
    ids=str,
)
def test_a_link_that_nothing_would_turn_finitely_fast_is_refused(arm, first, then):
    before = asked(arm, names.SET_LINKS, first).values
    answered = asked(arm, names.SET_LINKS, then | {"damping": [1, 2]})
    assert not answered.result and answered.status.startswith("inertias must be above 0 where")
    assert answered.values == before | {"damping": (1.0, 2.0)}


def test_links_without_inertia_become_rods_again(arm):
    asked(arm, names.SET_LINKS, {"inertias": [0, 0]})
    answered = asked(arm, names.SET_LINKS, {"rods": True, "centers_of_mass": [0, 0]})
    assert answered.result and answered.values == RODS | {"centers_of_mass": (0.0, 0.0)}


def test_new_masses_bring_the_rods_back_and_the_parameters_stay_three(arm):
    asked(
        arm, names.SET_LINKS, {"centers_of_mass": [0.1, 0.1], "inertias": [5, 5], "damping": [1, 2]}
    )
    assert set(asked(arm, names.SET_PARAMS, {"masses": [1, 1]}).values) == {
        "gravity",
        "masses",
        "lengths",
    }
    assert asked(arm, names.SET_LINKS).values == RODS | {"damping": (1.0, 2.0)}


# -- copies ----------------------------------------------------------------------------------------
def test_each_call_gets_a_copy_of_its_own_of_the_arm_at_that_moment(arm):
    arm.receive(call(names.TWIN))
    arm.simulation.paused = False
    arm.receive(call(names.TWIN))
    arm.commit()  # both answers leave in one packet
    before, after = (answer.values["twin"] for answer in letters(arm.registry, "gateway"))
    assert (before.paused, after.paused) == (True, False)
    after.enable(True)
    assert not before.controller.enabled


# -- limits ----------------------------------------------------------------------------------------
def test_there_are_no_limits_until_they_are_set_and_null_removes_them(arm):
    assert asked(arm, names.SET_LIMITS).values == NONE
    for name in LIMITS:
        changed = json.loads(json.dumps(asked(arm, names.SET_LIMITS, {name: LIMITS[name]}).values))
        assert changed == NONE | {name: LIMITS[name]}
        assert asked(arm, names.SET_LIMITS, {name: None}).values == NONE
    assert json.loads(json.dumps(asked(arm, names.SET_LIMITS, LIMITS).values)) == LIMITS
    assert asked(arm, names.SET_LIMITS, NONE).values == NONE


@pytest.mark.parametrize(
    "args, named",
    [
        ({"position": [[0.1, 1], [-1, 1]]}, "joint 1"),
        ({"position": [[1, -1], [-1, 1]]}, "position"),
        ({"operating": [[-9, 9], [-1, 1]]}, "operating"),
        ({"position": [[-0.5, 0.5], [-1, 1]]}, "position"),
        ({"velocity": [0, 1]}, "velocity"),
        ({"velocity": [1]}, "velocity"),
        ({"effort": [-1, 1]}, "effort"),
        ({"effort": 3}, "effort"),
        ({"operating": [-1, 1]}, "operating"),
        ({"position": False}, "position"),
    ],
    ids=str,
)
def test_a_bad_limit_is_refused_by_name_and_those_in_force_are_echoed(arm, args, named):
    asked(arm, names.SET_LIMITS, LIMITS)
    refused = asked(arm, names.SET_LIMITS, args)
    assert not refused.result and named in refused.status
    assert json.loads(json.dumps(refused.values)) == LIMITS


@pytest.mark.parametrize(
    "point, word",
    [
        ({"positions": [1.1, 0]}, "joint 1"),
        ({"positions": [0, -0.6]}, "joint 2"),
        ({"positions": [0, 0], "velocities": [0, 2.5]}, "joint 2"),
    ],
)
def test_a_setpoint_beyond_the_limits_is_refused_to_its_sender(arm, point, word):
    asked(arm, names.SET_LIMITS, LIMITS)
    (notice,) = (
        letter for letter in told(arm, {"points": [point]}, source=7) if isinstance(letter, Notice)
    )
    assert (notice.session, notice.topic) == (7, names.JOINT_TRAJECTORY) and word in notice.status
    assert arm.simulation.controller.setpoint.position == (0.0, 0.0)


def test_solutions_have_to_be_within_the_narrowest_limits_there_are(arm):
    assert asked(arm, names.GEOMETRY).values["allowed"] is None
    asked(arm, names.SET_LIMITS, {"position": LIMITS["position"]})
    assert asked(arm, names.GEOMETRY).values["allowed"] == ((-2.0, 2.0), (-2.0, 2.0))
    asked(arm, names.SET_LIMITS, {"operating": LIMITS["operating"]})
    assert asked(arm, names.GEOMETRY).values["allowed"] == ((-1.0, 1.0), (-0.5, 0.5))


def test_a_successor_keeps_all_limits_and_links(arm):
    asked(arm, names.SET_LIMITS, LIMITS)
    asked(arm, names.SET_LINKS, {"damping": [1, 2]})
    arm.commit()
    saved, _ = arm.registry["arm_sim"].checkpoint.load()
    assert (saved.limits, saved.arm, saved.controller.effort_limit) == (
        arm.simulation.limits,
        arm.simulation.arm,
        (0.0, 3.0),
    )


# -- the books -------------------------------------------------------------------------------------
def test_the_books_are_told_with_every_state_while_anybody_wants_them(arm):
    for topic in (names.JOINT_STATES, names.ENERGY):
        arm.registry.demand(topic, True)
    arm.simulation.velocity = (1.0, 0.0)
    arm.tick()
    arm.commit()
    said = {letter.topic: json.loads(letter.message) for letter in letters(arm.registry, "gateway")}
    assert set(said) == {names.JOINT_STATES, names.ENERGY}
    energy = said[names.ENERGY]
    assert energy["header"] == said[names.JOINT_STATES]["header"]
    assert energy["kinetic"] == pytest.approx(4 / 3) and energy["potential"] == 0.0
    assert (energy["work"], energy["lost"]) == (0.0, 0.0)


# -- the controller --------------------------------------------------------------------------------
def test_the_controller_is_shown_with_every_state_while_anybody_wants_it(arm):
    asked(arm, names.ENABLE, {"data": True})
    arm.simulation.hold(Setpoint((0.25, -0.5), (0.0, 0.0)))
    for topic in (names.JOINT_STATES, names.PID_STATE):
        arm.registry.demand(topic, True)
    arm.tick()
    arm.commit()
    said = {
        letter.topic: json.loads(letter.message)
        for letter in letters(arm.registry, "gateway")
        if isinstance(letter, Publication)
    }
    state = said[names.JOINT_STATES]
    controller = said[names.PID_STATE]
    assert controller.pop("error") == [0.25 - state["position"][0], -0.5 - state["position"][1]]
    assert controller == {
        "header": state["header"],
        "joint_names": state["name"],
        "enabled": True,
        "setpoint": [0.25, -0.5],
        "setpoint_velocity": [0.0, 0.0],
        "integral": list(arm.simulation.controller.integral),
        "effort": state["effort"],
    }


# -- what is saved -------------------------------------------------------------------------------
def test_a_query_between_two_ticks_has_nothing_to_save_and_a_setting_has(arm):
    arm.simulation.paused = True  # so that no tick comes between
    arm.commit()
    saved = []
    arm.entry.checkpoint.save = saved.append
    asked(arm, names.SET_PARAMS, {})
    assert saved == []
    asked(arm, names.SET_PARAMS, {"gravity": 1.0})
    ((state, _),) = saved
    assert state.arm.gravity == 1.0


@pytest.mark.parametrize(
    "service, args, result",
    [
        (names.SET_PARAMS, {}, True),
        (names.SET_PARAMS, {"gravity": -1}, False),
        (names.SET_LIMITS, {"position": [[-1, 1], [-1, 1]]}, False),
        (names.DYNAMICS, {"position": [0, 0], "velocity": [0, 0], "effort": [0, 0]}, True),
        (names.DYNAMICS, {}, False),
    ],
)
def test_every_status_of_a_diverged_arm_says_so(arm, service, args, result):
    arm.simulation.diverged = True
    arm.simulation.position = (1e107, -4e105)
    arm.simulation.velocity = (9e214, -2e215)
    answer = asked(arm, service, args)
    assert answer.result is result and "the arm has diverged" in answer.status
