"""The command line refuses what makes no sense, in one sentence, and lists the checks."""

import pytest

from tests.grade.__main__ import main


@pytest.mark.parametrize(
    "arguments, told",
    [
        (["--links", "4"], "--links must be 2, 3 or 2,3, got '4'"),
        ([], "--links must be that of the server, unless --launch starts it"),
        (["--links", "2", "--cwd", "/no/such"], "--cwd must be a folder, got '/no/such'"),
    ],
)
def test_wrong_options_are_refused(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main(arguments)
    assert end.value.code == 2 and told in capsys.readouterr().err


def test_the_checks_can_be_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--list", "--only", "ik."]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines and all(line.startswith("ik.") for line in lines)
