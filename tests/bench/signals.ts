/** Ends this process by SIGINT and SIGTERM as a shell has it, with what is to be done at the end of a process done. */
export function exitOnSignals(): void {
  for (const [signal, number] of [
    ['SIGINT', 2],
    ['SIGTERM', 15],
  ] as const)
    process.once(signal, () => process.exit(128 + number));
}
