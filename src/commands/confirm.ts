import { createInterface } from 'node:readline';
import { Failure } from '../lib/failure.ts';

/** The streams of a prompt. */
export interface Terminal {
  input: NodeJS.ReadableStream & { isTTY?: boolean };
  output: NodeJS.WritableStream;
}

/** Asks for confirmation; anything but a yes is a no, also Ctrl+D. Throws if there is no terminal. */
export async function confirm(
  question: string,
  { input, output }: Terminal = { input: process.stdin, output: process.stderr },
): Promise<boolean> {
  if (!input.isTTY) {
    throw new Failure(`${question}\nStandard input is not a terminal. Add --yes to confirm. Nothing was changed.`);
  }
  const lines = createInterface({ input, output });
  try {
    const answer = await new Promise<string>((resolve) => {
      lines.once('close', () => resolve(''));
      // Handled by reportInterrupts.
      lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
      lines.question(`${question} [y/N] `, resolve);
    });
    return /^(y|yes|o|oui)$/i.test(answer.trim());
  } finally {
    lines.close();
  }
}
