"""What an installed package brings. .ci/installed.py checks a real installation."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def test_the_wheel_takes_its_packages_from_the_top_folder_only():
    # A pattern without a slash in front matches in every folder: tests/actors would be installed.
    # Python 3.10 has no reader for TOML.
    found = re.search(r"^include = (\[.*\])$", (ROOT / "pyproject.toml").read_text(), re.MULTILINE)
    assert found
    patterns = ast.literal_eval(found[1])
    assert sorted(patterns) == ["/actors", "/protocol", "/runtime.py"]
    assert all((ROOT / pattern[1:]).exists() for pattern in patterns)


def test_each_folder_of_sources_is_a_package():
    folders = {path.parent for top in ("actors", "protocol") for path in (ROOT / top).rglob("*.py")}
    assert all((folder / "__init__.py").is_file() for folder in folders)
