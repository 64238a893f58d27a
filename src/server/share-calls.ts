/**
 * The same call for all who ask at the same time. An answer is never older than its question: who asks while a call is
 * under way gets the answer of the next one, together with everybody else who came meanwhile.
 */
export function shareCalls<T>(call: () => Promise<T>): () => Promise<T> {
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
    const startNext = () => {
      next = null;
      return start();
    };
    return (next ??= underWay.then(startNext, startNext));
  };
}
