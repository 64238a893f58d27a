import { createInterface } from 'node:readline';
import { Failure } from '../failure.ts';

/** Where a person is asked; `isTTY` as a stream of the process has it. */
export interface Terminal {
  input: NodeJS.ReadableStream & { isTTY?: boolean };
  output: NodeJS.WritableStream;
}

/**
 * Asks a person a question of yes or no; anything but a plain yes is no, also Ctrl+D. Fails where nobody can
 * be asked, and names the switch that says yes beforehand.
 */
export async function confirm(
  question: string,
  { input, output }: Terminal = { input: process.stdin, output: process.stderr },
): Promise<boolean> {
  if (!input.isTTY) {
    throw new Failure(
      `${question}\nThere is nobody to ask: the standard input is no terminal. Add --yes to go ahead. Nothing was changed.`,
    );
  }
  const lines = createInterface({ input, output });
  try {
    const answer = await new Promise<string>((resolve) => {
      lines.once('close', () => resolve(''));
      // Ends the process, with what is so then.
      lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
      lines.question(`${question} [y/N] `, resolve);
    });
    return /^(y|yes|o|oui)$/i.test(answer.trim());
  } finally {
    lines.close();
  }
}
