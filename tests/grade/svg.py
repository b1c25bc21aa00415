"""Draws plots as SVG: lines for what was expected, dots for what was measured."""

import math
from collections.abc import Sequence
from html import escape

from tests.grade.checks import Plot

WIDTH, HEIGHT = 640, 260
LEFT, RIGHT, TOP, BOTTOM = 64, 150, 26, 40
COLOURS = ("#3366cc", "#d9822b", "#2e9e5b", "#a33fb5")
MOST_POINTS = 400


def drawn(plot: Plot) -> str:
    """Return a plot as an SVG element."""
    xs = [x for series in plot.series for x in series.xs if math.isfinite(x)]
    ys = [y for series in plot.series for y in series.ys if math.isfinite(y)]
    if not xs or not ys:
        return ""
    x_range, y_range = _range(xs), _range(ys)
    parts = [
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" role="img">',
        f'<text x="{LEFT}" y="16" font-size="13" font-weight="600">{escape(plot.title)}</text>',
        _axes(plot, x_range, y_range),
    ]
    colour = -1
    for k, series in enumerate(plot.series):
        colour += not series.dots or k == 0  # measured dots have the colour of their line
        points = _points(series.xs, series.ys, x_range, y_range)
        parts.append(_shape(points, COLOURS[colour % len(COLOURS)], series.dots))
        parts.append(_legend(k, series.name, COLOURS[colour % len(COLOURS)], series.dots))
    return "".join(parts) + "</svg>"


def _range(values: Sequence[float]) -> tuple[float, float]:
    low, high = min(values), max(values)
    pad = 0.05 * (high - low) or 0.05 * abs(high) or 1.0
    return max(low - pad, -1e300), min(high + pad, 1e300)


def _points(
    xs: Sequence[float],
    ys: Sequence[float],
    x_range: tuple[float, float],
    y_range: tuple[float, float],
) -> list[tuple[float, float]]:
    stride = max(1, len(xs) // MOST_POINTS)
    across, down = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM
    return [
        (
            LEFT + across * (x - x_range[0]) / (x_range[1] - x_range[0]),
            HEIGHT - BOTTOM - down * (y - y_range[0]) / (y_range[1] - y_range[0]),
        )
        for x, y in list(zip(xs, ys))[::stride]
        if math.isfinite(x) and math.isfinite(y)
    ]


def _shape(points: Sequence[tuple[float, float]], colour: str, dots: bool) -> str:
    if dots:
        return "".join(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.2" fill="{colour}" fill-opacity=".7"/>'
            for x, y in points
        )
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="1.5"/>'


def _legend(k: int, name: str, colour: str, dots: bool) -> str:
    x, y = WIDTH - RIGHT + 14, TOP + 12 + 16 * k
    mark = (
        f'<circle cx="{x + 8}" cy="{y - 4}" r="3" fill="{colour}"/>'
        if dots
        else f'<line x1="{x}" x2="{x + 16}" y1="{y - 4}" y2="{y - 4}" stroke="{colour}"/>'
    )
    return f'{mark}<text x="{x + 22}" y="{y}" font-size="11">{escape(name)}</text>'


def _axes(plot: Plot, x_range: tuple[float, float], y_range: tuple[float, float]) -> str:
    bottom, right = HEIGHT - BOTTOM, WIDTH - RIGHT
    parts = [
        f'<path d="M{LEFT},{TOP}V{bottom}H{right}" fill="none" stroke="#8a93a6"/>',
        f'<text x="{(LEFT + right) / 2}" y="{HEIGHT - 6}" font-size="11" text-anchor="middle">'
        f"{escape(plot.x_label)}</text>",
        f'<text transform="translate(13,{(TOP + bottom) / 2}) rotate(-90)" font-size="11" '
        f'text-anchor="middle">{escape(plot.y_label)}</text>',
    ]
    for k in range(5):
        x, y = LEFT + (right - LEFT) * k / 4, bottom - (bottom - TOP) * k / 4
        x_value = x_range[0] + (x_range[1] - x_range[0]) * k / 4
        y_value = y_range[0] + (y_range[1] - y_range[0]) * k / 4
        parts.append(
            f'<text x="{x}" y="{bottom + 14}" font-size="10" text-anchor="middle">{x_value:.3g}'
            f'</text><text x="{LEFT - 5}" y="{y + 3}" font-size="10" text-anchor="end">'
            f"{y_value:.3g}</text>"
        )
    return "".join(parts)
