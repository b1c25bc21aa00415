/** Prepares a canvas for drawing: its size, the pixels of the screen, and whether it is seen. */

const unseen = new WeakSet();
const observed = new WeakSet();
let observer;

/** Learn from now on whether a canvas is seen. */
function observe(canvas) {
  observer ??= new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) unseen.delete(target);
      else unseen.add(target);
    }
  });
  observed.add(canvas);
  observer.observe(canvas);
}

/**
 * Return { context, width, height } of an empty canvas, in pixels of the page.
 *
 * Returns null while the canvas is not seen, since drawing it would be for nothing.
 */
export function prepare(canvas) {
  if (!observed.has(canvas)) observe(canvas);
  const { clientWidth: width, clientHeight: height } = canvas;
  if (!width || !height || unseen.has(canvas)) return null;
  const ratio = devicePixelRatio || 1;
  fit(canvas, Math.round(width * ratio), Math.round(height * ratio));
  const context = canvas.getContext("2d");
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  context.font = "11px system-ui, sans-serif";
  return { context, width, height };
}

/** Set the size of a canvas in pixels of the screen, only where it is another one: that is slow. */
function fit(canvas, width, height) {
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
}
