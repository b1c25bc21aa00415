"""All checks, in the order in which they are made, and all forms of the report."""

import argparse
from collections.abc import Callable, Iterator, Sequence

from tests.grade import (
    action_checks,
    contract_checks,
    dwell_checks,
    dynamics_checks,
    expression_checks,
    integral_checks,
    integrator_checks,
    kinematics_checks,
    live_checks,
    overflow_checks,
    pid_checks,
    service_checks,
    stream_checks,
    trial_checks,
)
from tests.grade.checks import CHECKS, INTEGRATORS, Check
from tests.grade.report_data import json_report, junit_report
from tests.grade.report_html import html_report
from tests.grade.scoring import Graded

MODULES = (
    integrator_checks,
    expression_checks,
    pid_checks,
    integral_checks,
    contract_checks,
    service_checks,
    stream_checks,
    dynamics_checks,
    live_checks,
    overflow_checks,
    kinematics_checks,
    action_checks,
    dwell_checks,
    trial_checks,
)
ORDER = {module.__name__: k for k, module in enumerate(MODULES)}


def selected(checkpoint: bool = False, only: str = "") -> list[Check]:
    """Return the checks of the checkpoint or all, and of those the ones whose id begins so."""
    prefixes = tuple(filter(None, only.split(",")))
    return [
        check
        for check in sorted(CHECKS, key=lambda check: ORDER[check.run.__module__])
        if (check.group == INTEGRATORS or not checkpoint)
        and (not prefixes or check.id.startswith(prefixes))
    ]


def writers(
    options: argparse.Namespace,
) -> Iterator[tuple[Callable[[Sequence[Graded]], str], str]]:
    """Return the reports that are asked for, as functions, with the files that they go to."""
    forms = (
        (json_report, options.json),
        (junit_report, options.junit),
        (html_report, options.html),
    )
    return ((write, path) for write, path in forms if path)
