const DAY = 24 * 60 * 60 * 1000;

/** Runs `work` now and once a day, or after another time in ms, also after an error. Returns a function that stops it. */
export function daily(work: () => Promise<unknown>, onError: (error: unknown) => void, time = DAY): () => void {
  const attempt = () => void work().catch(onError);
  attempt();
  const timer = setInterval(attempt, time).unref();
  return () => clearInterval(timer);
}
