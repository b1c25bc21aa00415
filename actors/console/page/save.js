/** Offers what the page has drawn and recorded as files. */

import { element } from "./dom.js";
import { colour } from "./theme.js";

const FORGET = 10000; // ms after which the browser has surely read the file

/** Offer a text or a picture to be saved as a file. */
export function save(name, content, type = "text/csv") {
  const blob = content instanceof Blob ? content : new Blob([content], { type });
  const url = URL.createObjectURL(blob);
  const link = element("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), FORGET);
}

/** Offer a canvas as a picture, on the background of the page. */
export function savePicture(name, canvas) {
  const copy = element("canvas", { width: canvas.width, height: canvas.height });
  const context = copy.getContext("2d");
  context.fillStyle = colour("panel");
  context.fillRect(0, 0, copy.width, copy.height);
  context.drawImage(canvas, 0, 0);
  copy.toBlob((blob) => save(name, blob));
}

/** Make the name of a file from a title. */
export function fileName(title, ending) {
  return `${title.split(" (")[0].replaceAll(/[^\w.-]+/g, "-")}.${ending}`;
}
