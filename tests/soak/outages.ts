/** When the database was away, in ms of `performance.now()`. */
export class Outages {
  readonly #spans: { from: number; to: number }[] = [];

  begin(): void {
    this.#spans.push({ from: performance.now(), to: Infinity });
  }

  end(): void {
    const last = this.#spans.at(-1);
    if (last) last.to = performance.now();
  }

  get isAway(): boolean {
    return this.#spans.at(-1)?.to === Infinity;
  }

  /** How long the database had been well when something began that lasted until `end`; 0 when it went away meanwhile. */
  wellBefore(begin: number, end: number): number {
    const last = this.#spans.findLast(({ from }) => from <= end);
    return last ? Math.max(0, begin - last.to) : Infinity;
  }
}
