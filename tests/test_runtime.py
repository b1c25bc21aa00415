"""Settings of the runtime: the command line comes before the environment, and both are checked."""

import pytest

import runtime
from actors.kernel.actor import Actor

DEFAULTS = {
    "links": 2,
    "port": 9095,
    "strict_advertise": False,
    "allow_override": False,
    "fault_injection": False,
    "origins": frozenset(),
    "parent": None,
}


@pytest.mark.parametrize(
    "arguments, environment, changed",
    [
        ([], {}, {}),
        ([], {"ARM_SIM_LINKS": "3"}, {"links": 3}),
        ([], {"ARM_SIM_LINKS": "", "ROSBRIDGE_PORT": " "}, {}),
        ([], {"ROSBRIDGE_PORT": " 0 "}, {"port": 0}),
        ([], {"ROSBRIDGE_STRICT_ADVERTISE": "1"}, {"strict_advertise": True}),
        (["--links", "3"], {"ARM_SIM_LINKS": "2"}, {"links": 3}),
        (["--port", "9471"], {"ROSBRIDGE_PORT": "http"}, {"port": 9471}),
        (["--strict-advertise", "1"], {}, {"strict_advertise": True}),
        ([], {"ROSBRIDGE_ALLOW_OVERRIDE": "1"}, {"allow_override": True}),
        (["--allow-override", "1"], {}, {"allow_override": True}),
        ([], {"FAULT_INJECTION": "1"}, {"fault_injection": True}),
        (["--fault-injection", "1"], {}, {"fault_injection": True}),
        ([], {"ROSBRIDGE_ORIGINS": ""}, {}),
        (
            [],
            {"ROSBRIDGE_ORIGINS": "https://App.example/, http://x:80,,file://"},
            {"origins": frozenset(["https://app.example", "http://x:80", "file://"])},
        ),
        (["--origins", "*"], {"ROSBRIDGE_ORIGINS": "x"}, {"origins": frozenset(["*"])}),
        (["--origins", "null"], {}, {"origins": frozenset(["null"])}),
        (["--with", "77"], {}, {"parent": 77}),
    ],
    ids=str,
)
def test_a_setting_is_read_from_the_command_line_or_else_from_the_environment(
    arguments, environment, changed
):
    assert runtime.read_settings(arguments, environment) == DEFAULTS | changed


@pytest.mark.parametrize(
    "arguments, environment, words",
    [
        ([], {"ARM_SIM_LINKS": "4"}, "ARM_SIM_LINKS must be a whole number from 2 to 3, got '4'"),
        ([], {"ROSBRIDGE_PORT": "٣"}, "ROSBRIDGE_PORT must be"),
        ([], {"ROSBRIDGE_STRICT_ADVERTISE": "yes"}, "ROSBRIDGE_STRICT_ADVERTISE must be"),
        (["--links", "1"], {}, "--links must be a whole number from 2 to 3, got '1'"),
        (["--strict-advertise", "2"], {}, "--strict-advertise must be"),
        ([], {"ROSBRIDGE_ORIGINS": "app.example"}, "ROSBRIDGE_ORIGINS must be origins such as"),
        (["--origins", "http://a/b"], {}, "--origins must be origins .* got 'http://a/b'"),
        (["--with", "0"], {}, "--with must be"),
        (["--with"], {}, "--with"),
        (["--fast"], {}, "--fast"),
        (["3"], {}, "3"),
    ],
    ids=str,
)
def test_a_setting_that_cannot_be_is_refused_by_name(arguments, environment, words):
    with pytest.raises(runtime.BadSetting, match=words):
        runtime.read_settings(arguments, environment)


def test_every_line_of_the_nodes_names_a_file_with_one_actor():
    specs = runtime.child_specs(DEFAULTS | {"links": 3, "listener": None, "greeting": ""})
    assert [spec.name for spec in specs] == list(runtime.NODES)
    assert all(issubclass(spec.actor, Actor) for spec in specs)
    assert {spec.name for spec in specs if spec.essential} == {"arm_sim", "gateway"}
