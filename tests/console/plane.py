"""Where things are on the page: the plane of the arm, its colours, and fields."""

import json

LIVE = "document.querySelector('#connection')?.textContent === 'live'"
MARGIN = 1.12  # of the picture around the reach


def canvas(page):
    """The place and the size of the picture of the arm in pixels: left, top, width, height."""
    page.value("document.querySelector('#arm').scrollIntoView({block: 'nearest'})")
    return page.value(
        "(() => { const b = document.querySelector('#arm').getBoundingClientRect();"
        "return [b.x, b.y, b.width, b.height]; })()"
    )


def in_pixels(page, x, y, reach=2):
    """Where a point of the plane of the arm is on the page, for links of 1 m."""
    left, top, width, height = canvas(page)
    scale = min(width, height) / (2 * reach * MARGIN)
    return left + width / 2 + x * scale, top + height / 2 - y * scale


def colours_near(page, x, y, size=6):
    """The colours of the picture of the arm in a small square around a point of its plane."""
    px, py = in_pixels(page, x, y)
    left, top, _, _ = canvas(page)
    flat = page.value(
        "[...document.querySelector('#arm').getContext('2d').getImageData("
        f"{px - left - size / 2}, {py - top - size / 2}, {size}, {size}).data]"
    )
    return {tuple(flat[k : k + 4]) for k in range(0, len(flat), 4)}


def colour_named(page, name):
    """A colour of the style sheet, as four numbers."""
    text = page.value(
        f"getComputedStyle(document.documentElement).getPropertyValue('--{name}').trim()"
    )
    return (*bytes.fromhex(text.lstrip("#")), 255)


def field(label):
    """The selector of the first box of a field, by what a screen reader says."""
    return f"[aria-label={json.dumps(label, ensure_ascii=False)}]"


def shown(page, selector):
    return page.value(f"document.querySelector({selector!r}).value")


def labelled(page, panel, label):
    """The id of the box with a visible label in a panel."""
    return "#" + page.value(
        f"[...document.querySelectorAll('#panel-{panel} label')]"
        f".find((each) => each.textContent === {label!r} && each.offsetParent).htmlFor"
    )
