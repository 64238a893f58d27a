const DAY = 24 * 60 * 60 * 1000;

/** Runs `work` now and once a day. After an error, it runs again the next day. Returns a function that stops it. */
export function daily(work: () => Promise<unknown>, onError: (error: unknown) => void): () => void {
  let isStopped = false;
  const attempt = async () => {
    try {
      await work();
    } catch (error) {
      if (!isStopped) onError(error);
    }
  };
  void attempt();
  const timer = setInterval(() => void attempt(), DAY);
  timer.unref();
  return () => {
    isStopped = true;
    clearInterval(timer);
  };
}
