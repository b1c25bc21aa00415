"""The documents beside the code: files and commands that they name, and the node of the example."""

import re
import types
from pathlib import Path

import pytest
from crew import Gateway, call, letters

from actors.arm.simulation import Simulation
from actors.kernel.letters import Publication
from actors.kernel.node import node_in
from actors.kernel.registry import Registry
from protocol import names

ROOT = Path(__file__).resolve().parents[1]
DOCUMENTS = {
    path: (ROOT / path).read_text()
    for path in ("README.md", "protocol/README.md", "actors/README.md")
}
NAMED = r"(?:actors|protocol|tests)/[a-z_/]+\.py|runtime\.py|\.ci/run"
FILES = sorted({file for text in DOCUMENTS.values() for file in re.findall(NAMED, text)})
TARGETS = sorted(
    {
        name
        for text in DOCUMENTS.values()
        for name in re.findall(r"(?:`|^    |=\S+ )make ([a-z-]+)", text, re.MULTILINE)
    }
)
LINKS = [
    (path, link) for path, text in DOCUMENTS.items() for link in re.findall(r"\]\(([^)#]+)\)", text)
]


@pytest.mark.parametrize("file", FILES)
def test_a_file_that_a_document_names_exists(file):
    assert (ROOT / file).is_file()


@pytest.mark.parametrize("path, link", LINKS)
def test_a_link_leads_to_a_file(path, link):
    assert (ROOT / path).parent.joinpath(link).is_file()


@pytest.mark.parametrize("target", TARGETS)
def test_a_target_that_a_document_names_is_one_of_the_makefile(target):
    assert re.search(f"^{target}:", (ROOT / "Makefile").read_text(), re.MULTILINE)


@pytest.mark.parametrize("path", DOCUMENTS)
def test_lines_of_prose_have_at_most_100_characters(path):
    prose = [line for line in DOCUMENTS[path].splitlines() if not line.startswith(("|", "    {"))]
    assert [line for line in prose if len(line) > 100] == []


def test_the_readme_can_be_read_in_a_few_minutes():
    assert len(DOCUMENTS["README.md"].split()) <= 1750


def test_the_node_of_the_example_serves_and_keeps_its_state():
    source = re.search(r"```python\n(.*?)```", DOCUMENTS["actors/README.md"], re.DOTALL)
    assert source
    module = types.ModuleType("clock")
    exec(source[1], module.__dict__)
    Clock = node_in(module)
    system = Registry([Clock, Gateway])
    clock = Clock(system)
    seen = Simulation(2)
    seen.tick()
    clock.receive(Publication(names.JOINT_STATES, seen.snapshot()))
    for asked in (1, 2):
        clock.receive(call("/clock/ask"))
        clock.commit()
        values = letters(system, "gateway")[-1].values
        assert values == {"time": seen.time, "asked": asked}
    assert Clock(system).asked == 2
    for entry in system.entries.values():
        entry.mailbox.close()
