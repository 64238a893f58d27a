import { clearLine, cursorTo } from 'node:readline';

const BAR_WIDTH = 30;

/** A progress bar on a terminal, otherwise a line for each activity. */
export function startProgress(output: NodeJS.WriteStream) {
  let line = '';
  const clear = () => {
    if (!output.isTTY || line === '') return;
    cursorTo(output, 0);
    clearLine(output, 0);
  };
  return {
    show(activity: string, done: number, total: number): void {
      const share = total > 0 ? Math.min(1, done / total) : 0;
      const bar = '█'.repeat(Math.round(share * BAR_WIDTH)).padEnd(BAR_WIDTH, '░');
      const next = output.isTTY ? `${bar} ${activity}`.slice(0, (output.columns || 80) - 1) : `${activity} …\n`;
      if (next === line) return;
      clear();
      line = next;
      output.write(line);
    },
    /** Call this before anything else is printed. */
    end(): void {
      clear();
      line = '';
    },
  };
}
