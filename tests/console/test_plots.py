"""The panel of plots: windows, zoom, files, and plots of one's own."""

import pytest

pytestmark = pytest.mark.timeout(90)
FIRST = "#panel-2 figure canvas"
CSV = (
    "(async () => { let found; const make = URL.createObjectURL;"
    "URL.createObjectURL = (blob) => { found = blob; return make(blob); };"
    "document.querySelector('#panel-2 figure button:not(.entry)').click();"
    "URL.createObjectURL = make; return await found.text(); })()"
)


@pytest.fixture
def plots(holding):
    holding.press("Plots")
    holding.wait_for("parseFloat(document.querySelector('#time').textContent.slice(2)) > 0.25")
    yield holding
    holding.press("reset view")


def test_a_plot_is_saved_as_text(plots):
    head, *rows = plots.value(CSV).strip().split("\n")
    assert head == "time,position 1,position 2,setpoint 1,setpoint 2"
    times = [float(row.split(",")[0]) for row in rows]
    assert len(rows) > 10 and times == sorted(times)
    assert abs(float(rows[-1].split(",")[1])) < 0.1


def test_dragging_holds_the_plots_while_data_flows_on(plots):
    x, y = plots.place(FIRST)
    plots.drag([(x, y), (x + 40, y), (x + 80, y)])
    plots.wait_for("document.querySelector('#hold').getAttribute('aria-pressed') === 'true'")
    before = plots.value("document.querySelector('#time').textContent")
    plots.wait_for(f"document.querySelector('#time').textContent !== {before!r}")
    plots.press("hold")
    plots.wait_for("document.querySelector('#hold').getAttribute('aria-pressed') === 'false'")


def test_a_box_that_is_drawn_is_zoomed_to(plots):
    plots.press("zoom box")
    x, y = plots.place(FIRST)
    plots.drag([(x - 60, y - 30), (x, y), (x + 60, y + 30)])
    plots.wait_for("document.querySelector('#hold').getAttribute('aria-pressed') === 'true'")
    window = plots.value("window.pendularm.plots.view.window")
    assert 0.5 < window < 5
    plots.press("zoom box")


def test_a_line_of_the_legend_hides_its_curve(plots):
    plots.value("document.querySelector('#panel-2 .entry').click()")
    assert plots.value("window.pendularm.plots.cards[0].plot.visible.length") == 3
    plots.value("document.querySelector('#panel-2 .entry').click()")


def test_clear_forgets_the_samples(plots):
    plots.press("clear")
    assert len(plots.value(CSV).strip().split("\n")) < 10


def test_a_reset_begins_a_new_curve_and_keeps_the_one_before(plots):
    plots.wait_for("parseFloat(document.querySelector('#time').textContent.slice(2)) > 1.3")
    plots.press("reset")
    plots.wait_for("window.pendularm.plots.cards[0].plot.lines[0].series.earlier?.length > 30")
    rows = plots.value(CSV).strip().split("\n")[1:]
    assert float(rows[0].split(",")[0]) < 0.1


def test_any_number_in_any_message_can_be_plotted(plots):
    plots.value("document.querySelector('#path').value = '/pid_controller/state.integral[0]'")
    plots.press("add")
    plots.wait_for("window.pendularm.plots.cards[0].plot.lines[0].series.last !== null")
    assert "integral" in plots.text("#panel-2 figcaption")
    plots.press("remove")
    plots.value("document.querySelector('#path').value = 'nonsense'")
    plots.press("add")
    assert "is no path" in plots.text("#panel-2 .said.bad")


def test_wall_time_can_take_the_place_of_simulation_time(plots):
    plots.value(
        "(() => { const s = document.querySelector('#axis'); s.value = 'walls';"
        "s.dispatchEvent(new Event('change')); })()"
    )
    assert plots.value("window.pendularm.plots.newest") > 2
    plots.value(
        "(() => { const s = document.querySelector('#axis'); s.value = 'times';"
        "s.dispatchEvent(new Event('change')); })()"
    )
