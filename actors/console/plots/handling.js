/** What the mouse and the keyboard do to a plot over time. */

const MOVE = 0.2; // of the window, by an arrow key

/** Let a canvas move and zoom the plots with which its plot is shown. */
export function handle(canvas, plot, plots) {
  let begin = null; // where the button was pressed, and what was shown then
  canvas.addEventListener("pointerdown", (event) => {
    if (event.button || !plot.frame) return;
    canvas.setPointerCapture(event.pointerId);
    const zoom = plot.vertical !== undefined && (event.shiftKey || plots.view.zooming);
    begin = { x: event.offsetX, y: event.offsetY, frame: plot.frame, zoom };
  });
  canvas.addEventListener("pointermove", (event) => {
    if (!plot.frame) return;
    const here = { x: event.offsetX, y: event.offsetY };
    if (begin?.zoom) plot.box = [begin, here];
    else if (begin && here.x !== begin.x) {
      plots.moveTo(
        begin.frame.across[1] + begin.frame.acrossAt(begin.x) - begin.frame.acrossAt(here.x),
      );
    }
    plots.view.cursor = plot.frame.acrossAt(here.x);
    plots.draw();
  });
  const end = (event) => {
    if (begin?.zoom) zoom(plot, plots, begin, { x: event.offsetX, y: event.offsetY });
    begin = null;
  };
  canvas.addEventListener("pointerup", end);
  canvas.addEventListener("pointercancel", () => (begin = plot.box = null));
  canvas.addEventListener("pointerleave", () => {
    plots.view.cursor = null;
    plots.draw();
  });
  canvas.addEventListener("wheel", (event) => wheel(event, canvas, plots), { passive: false });
  canvas.addEventListener("keydown", (event) => key(event, plots));
}

function zoom(plot, plots, a, b) {
  plot.box = null;
  const { frame } = a;
  plots.zoomTo(
    plot,
    [frame.acrossAt(a.x), frame.acrossAt(b.x)],
    [frame.upAt(a.y), frame.upAt(b.y)],
  );
}

/** The wheel stretches the window of a plot that was clicked; else it scrolls the page. */
function wheel(event, canvas, plots) {
  if (document.activeElement !== canvas && !event.ctrlKey) return;
  event.preventDefault();
  plots.view.stretch(event.deltaY > 0 ? 1.25 : 0.8);
  plots.draw();
}

/** Arrows move, plus and minus zoom, Home follows again. */
function key(event, plots) {
  const step = { ArrowLeft: -MOVE, ArrowRight: MOVE }[event.key];
  const factor = { "+": 0.8, "-": 1.25 }[event.key];
  const { view } = plots;
  if (step) plots.moveTo(view.span(plots.newest)[1] + step * view.window);
  else if (factor) view.stretch(factor);
  else if (event.key === "Home") plots.resetView();
  else return;
  plots.draw();
  event.preventDefault();
  event.stopPropagation();
}
