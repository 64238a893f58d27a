const DAY = 24 * 60 * 60 * 1000;

/** Does something now and once a day, which may fail: the next time does what this one could not. Answers how to stop. */
export function daily(work: () => Promise<void>, onFailure: (error: unknown) => void): () => void {
  let isStopped = false;
  const attempt = async () => {
    try {
      await work();
    } catch (error) {
      if (!isStopped) onFailure(error);
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
