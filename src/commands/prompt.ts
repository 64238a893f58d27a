import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import * as v from 'valibot';
import { describeFieldIssue, NewPasswordSchema, type FieldIssue } from '../accounts/fields.ts';
import { ExpectedError } from '../lib/errors.ts';

interface Terminal {
  input: NodeJS.ReadableStream & { isTTY?: boolean };
  output: NodeJS.WritableStream;
}

const TERMINAL: Terminal = { input: process.stdin, output: process.stderr };

/** Null at the end of the input. A hidden answer is not shown while it is typed. */
async function ask(question: string, { input, output }: Terminal, isHidden = false): Promise<string | null> {
  output.write(question);
  const lines = createInterface({ input, output: isHidden ? new PassThrough().resume() : output, terminal: isHidden });
  // Handled by runCommand.
  lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  const answer = await new Promise<string | null>((resolve) => {
    lines.once('line', resolve);
    lines.once('close', () => resolve(null));
  });
  lines.close();
  if (isHidden) output.write('\n');
  return answer;
}

/** Asks for confirmation: y, yes, o or oui. Throws if there is no terminal. */
export async function confirm(question: string, terminal = TERMINAL): Promise<boolean> {
  if (!terminal.input.isTTY)
    throw new ExpectedError(
      `${question}\nStandard input is not a terminal. Add --yes to confirm. Nothing was changed.`,
    );
  return /^(y|yes|o|oui)$/i.test((await ask(`${question} [y/N] `, terminal))?.trim() ?? '');
}

/** Prompts for a new password, twice, until it is accepted. Null at the end of the input. */
export async function askNewPassword(terminal = TERMINAL): Promise<string | null> {
  for (;;) {
    const password = await ask('Password: ', terminal, true);
    if (password === null) return null;
    const issue = await findPasswordIssue(password);
    if (issue === null && (await ask('Repeat the password: ', terminal, true)) === password) return password;
    terminal.output.write(`${issue ?? 'The passwords do not match.'}\n`);
  }
}

/** Why a new password is rejected, as a sentence; null if it is accepted. */
export async function findPasswordIssue(text: string): Promise<string | null> {
  const { issues } = await v.safeParseAsync(NewPasswordSchema, text, { abortPipeEarly: true });
  return issues ? describeFieldIssue(issues[0].message as FieldIssue, 'en') : null;
}
