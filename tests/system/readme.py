"""The README as a student uses it: sections, the lines to paste, the numbers that are named."""

import re
from dataclasses import dataclass

from harness import ROOT

README = (ROOT / "README.md").read_text()
WORDS = {"a": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}


@dataclass(frozen=True)
class Lesson:
    """One section of the README."""

    text: str

    @property
    def blocks(self) -> list[list[str]]:
        """The lines of each block of indented lines, one block for each paste."""
        found = re.findall(r"(?:^    .*\n)+", self.text, re.MULTILINE)
        return [[line.strip() for line in block.splitlines()] for block in found]

    @property
    def snippet(self) -> str:
        """The block of Python."""
        return self._named(r"```python\n(.*?)```", re.DOTALL)

    def number(self, pattern: str) -> float:
        """The number that the lesson names where a pattern says (\\d); words count as numbers."""
        found = self._named(pattern.replace(r"(\d)", r"([\d.]+|\w+)"))
        return WORDS[found] if found in WORDS else float(found)

    def _named(self, pattern: str, flags: int = 0) -> str:
        prose = self.text if flags else " ".join(self.text.split())
        found = re.search(pattern, prose, flags)
        assert found, f"the README does not say {pattern}"
        return found[1]


def sections(level: int) -> dict[str, Lesson]:
    """The sections of one level of headings, by heading, each without what is in deeper ones."""
    parts = re.split(r"^(#+) (.+)\n", README, flags=re.MULTILINE)[1:]
    return {
        title: Lesson(text)
        for marks, title, text in zip(parts[::3], parts[1::3], parts[2::3])
        if len(marks) == level
    }
