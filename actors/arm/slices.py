"""Computations in slices: they yield every few hundred steps, so that others can go on meanwhile.

@in_slices
def total(numbers):
    for k, number in enumerate(numbers):
        if k % 1000 == 0:
            yield
        ...
    return result

total(numbers)          # computes at a stretch, and returns the result
total.slices(numbers)   # a generator: it returns the result after its last slice
"""

from collections.abc import Callable, Generator
from functools import update_wrapper
from typing import Generic, ParamSpec, TypeAlias, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
Slices: TypeAlias = Generator[None, None, T]


class InSlices(Generic[P, T]):
    """A function that was written as a generator of slices."""

    def __init__(self, slices: Callable[P, Slices[T]]):
        self.slices = slices
        update_wrapper(self, slices)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> T:
        """Compute at a stretch, and return the result."""
        return result_of(self.slices(*args, **kwargs))


def in_slices(slices: Callable[P, Slices[T]]) -> InSlices[P, T]:
    """Decorate a generator of slices, so that it can be called like any function too."""
    return InSlices(slices)


def result_of(slices: Slices[T], between: Callable[[], None] = lambda: None) -> T:
    """Compute all slices at a stretch, and return the result. It calls between() after each."""
    while True:
        try:
            next(slices)
        except StopIteration as finished:
            result: T = finished.value
            return result
        between()
