"""Suggests the name that a client may have meant."""

from collections.abc import Collection

SHORTEST = 5  # characters; a shorter name resembles too many others
LONGEST = 100  # characters of a name for which a similar one is looked up; the search is slow


def did_you_mean(name: str, known: Collection[str]) -> str:
    """Return the end of a sentence that suggests a similar name, or nothing."""
    import difflib  # only misspelt names need it, and it takes memory

    is_searched = SHORTEST <= len(name) <= LONGEST
    matches = difflib.get_close_matches(name, known, n=1, cutoff=0.75) if is_searched else []
    return f", did you mean {matches[0]}?" if matches else ""
