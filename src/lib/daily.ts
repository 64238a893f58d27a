const DAY = 24 * 60 * 60 * 1000;

/** Runs `work` now and once a day, or after another time in ms, also after an error. Returns a function that stops it. */
export function daily(work: () => Promise<unknown>, onError: (error: unknown) => void, time = DAY): () => void {
  let isStopped = false;
  const attempt = async () => {
    try {
      await work();
    } catch (error) {
      if (!isStopped) onError(error);
    }
  };
  void attempt();
  const timer = setInterval(() => void attempt(), time);
  timer.unref();
  return () => {
    isStopped = true;
    clearInterval(timer);
  };
}
