/** Sends a fast row of values, such as those of a slider, no faster than they are answered. */

/**
 * Wrap send(value), which returns a promise, so that at most one call of it is under way.
 *
 * Of the values that come meanwhile only the newest is sent after it. The promise of each value
 * resolves to { newest, answer }: newest is false if another value took its place before it was
 * sent. Rejections of send() are passed on.
 */
export function newest(send) {
  let busy = false;
  let waiting = null; // the value that is sent next, with the end of its promise

  async function run(value) {
    busy = true;
    try {
      return { newest: true, answer: await send(value) };
    } finally {
      busy = false;
      const next = waiting;
      waiting = null;
      if (next) run(next.value).then(next.resolve, next.reject);
    }
  }

  return (value) => {
    if (!busy) return run(value);
    waiting?.resolve({ newest: false });
    return new Promise((resolve, reject) => (waiting = { value, resolve, reject }));
  };
}
