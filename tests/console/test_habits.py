"""What holds for the whole page: widths, colours, names for screen readers, several pages."""

import chromium
import pytest
from plane import LIVE, in_pixels

pytestmark = pytest.mark.timeout(90)
PANELS = ("Control", "Motion", "Plots", "Lessons", "Bench", "System", "Messages")
NAMELESS = (
    "[...document.querySelectorAll('button, input, select, textarea, canvas, [tabindex]')]"
    ".filter((each) => !each.ariaLabel && !each.textContent.trim() && !each.labels?.length"
    " && !each.closest('[aria-label]')).map((each) => each.outerHTML)"
)


@pytest.fixture
def resized(page):
    yield page
    page.light()
    page.resize(1300, 800)


@pytest.mark.parametrize("width, height", [(360, 740), (800, 1200), (1300, 800), (2200, 900)])
def test_everything_fits_into_the_width_of_the_screen(resized, width, height):
    resized.resize(width, height)
    for name in PANELS:
        resized.press(name)
        assert resized.value("document.documentElement.scrollWidth") <= width, name
        wide = resized.value(
            "[...document.querySelectorAll('#panels > :not([hidden]) *')].filter((each) =>"
            f" each.getBoundingClientRect().right > {width} && !each.closest('.map, option')"
            ").map((each) => each.outerHTML.slice(0, 80))"
        )
        assert wide == [], name


@pytest.mark.parametrize("light", [True, False], ids=["light", "dark"])
def test_texts_are_easy_to_tell_from_their_background(resized, light):
    resized.light(light)
    colours = resized.value(
        "['text', 'muted', 'good', 'bad', 'series-1', 'series-2', 'series-3', 'series-4']"
        ".map((name) => getComputedStyle(document.documentElement).getPropertyValue('--' + name))"
    )
    panel = resized.value("getComputedStyle(document.documentElement).getPropertyValue('--panel')")
    assert (brightness(panel) > 0.5) == light
    for colour in colours:
        assert contrast(colour, panel) >= 4.5, colour


def brightness(colour):
    parts = [byte / 255 for byte in bytes.fromhex(colour.strip().lstrip("#"))]
    linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return sum(factor * p for factor, p in zip((0.2126, 0.7152, 0.0722), linear))


def contrast(a, b):
    """The contrast of two colours as WCAG 2 defines it, from 1 to 21."""
    low, high = sorted((brightness(a), brightness(b)))
    return (high + 0.05) / (low + 0.05)


def test_everything_has_a_name_for_a_screen_reader(page):
    for name in PANELS:
        page.press(name)
        assert page.value(NAMELESS) == [], name


def test_tabs_are_reached_and_changed_by_keys(page):
    page.press("Control")
    page.value("document.querySelector('#tab-0').focus()")
    page.key("ArrowRight")
    page.wait_for(
        "document.activeElement.id === 'tab-1' && !document.querySelector('#panel-1').hidden"
    )
    page.key("3")
    page.wait_for("!document.querySelector('#panel-2').hidden")


def test_a_second_page_is_in_step(page, runtime):
    page.press("Motion")
    with chromium.Browser(f"http://127.0.0.1:{runtime.port}/") as second:
        second.wait_for(LIVE)
        page.press("PID is off")
        second.wait_for("document.querySelector('#pid').textContent === 'PID is on'")
        second.press("Motion")
        page.click(*in_pixels(page, 1.0, 1.0))
        second.wait_for("document.querySelector('#panel-1').textContent.includes('under way')")
        second.press("start trial")
        page.wait_for("document.querySelector('#trial-state').textContent.startsWith('running')")
        second.press("stop trial")
        assert second.problems == []


def test_a_page_that_was_slow_shows_the_newest_state_at_once(page, client):
    page.value("(() => { const end = Date.now() + 800; while (Date.now() < end); })()")
    client.subscribe("/joint_states")
    stamp = client.message("/joint_states")["header"]["stamp"]
    now = stamp["sec"] + stamp["nanosec"] * 1e-9
    page.wait_for(
        f"parseFloat(document.querySelector('#time').textContent.slice(2)) >= {now - 0.1}", 1
    )
