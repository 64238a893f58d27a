import { format } from 'node:util';

const LEVELS = { log: 'info', info: 'info', warn: 'warn', error: 'error' } as const;

/**
 * From now on, everything that this process writes to the console has the format of the log: time, level, one line of
 * text. The site calls this when it starts; commands print plain text.
 */
export function formatConsole(now: () => Date = () => new Date()): void {
  for (const method of ['log', 'info', 'warn', 'error'] as const) {
    const write = console[method].bind(console);
    console[method] = (...values: unknown[]) => {
      const prefix = `${now().toISOString()} ${LEVELS[method]}`;
      for (const line of format(...values).split(/[\r\n]+/)) if (line !== '') write(`${prefix} ${toOneLine(line)}`);
    };
  }
  // Node.js does not write its warnings with `console`.
  process.removeAllListeners('warning');
  process.on('warning', ({ name, message }) => console.warn(`${name}: ${message}`));
}

/** Values in a log line after its message. Empty ones are left out. */
export type LogFields = Readonly<Record<string, string | number | null>>;

/** A message with its fields: `Signed in account=7 client=192.0.2.0`. Values with spaces or quotes are JSON strings. */
export function withFields(message: string, fields: LogFields): string {
  const named = Object.entries(fields).flatMap(([name, value]) => {
    if (value === null || value === '') return [];
    const text = toOneLine(String(value));
    return `${name}=${/[\s"]/.test(text) ? JSON.stringify(text) : text}`;
  });
  return [message, ...named].join(' ');
}

/** A text without line breaks, and with its control characters encoded: it cannot forge a line or control a terminal. */
export const toOneLine = (text: string): string =>
  text.replace(/\s*[\r\n\u2028\u2029]\s*/g, ' ').replace(/\p{Cc}/gu, (character) => encodeURIComponent(character));
