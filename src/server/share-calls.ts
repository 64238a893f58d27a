/** After so long, in ms, a call may never end: its connection may be gone without a word. */
const PATIENCE = 1000;

/**
 * The same call for all who ask at the same time. An answer is never older than its question: who asks while a call is
 * under way gets the answer of the next one, together with everybody else who came meanwhile. Nobody waits long for
 * the call of others.
 */
export function shareCalls<T>(call: () => Promise<T>, patience = PATIENCE): () => Promise<T> {
  let underWay: Promise<T> | null = null;
  let next: Promise<T> | null = null;

  const start = (): Promise<T> => {
    const started = call();
    const end = () => {
      if (underWay === started) underWay = null;
    };
    underWay = started;
    started.then(end, end);
    return started;
  };

  return () => {
    if (!underWay) return start();
    return (next ??= settleWithin(underWay, patience).then(() => {
      next = null;
      return start();
    }));
  };
}

/** Waits for a promise to end, either way, or for so long. */
function settleWithin(promise: Promise<unknown>, milliseconds: number): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(done, milliseconds);
    const end = () => {
      clearTimeout(timer);
      done();
    };
    promise.then(end, end);
  });
}
