const DAY = 24 * 60 * 60 * 1000;

/** Runs `work` now and once a day. After an error, it runs again the next day. Returns a function that stops it. */
export function daily(work: () => Promise<unknown>, onError: (error: unknown) => void): () => void {
  const attempt = () => void work().catch(onError);
  attempt();
  const timer = setInterval(attempt, DAY).unref();
  return () => clearInterval(timer);
}
