import { isCancel, password as askPassword } from '@clack/prompts';
import * as v from 'valibot';
import { describeFieldIssue, NewPasswordSchema, type FieldIssue } from '../accounts/fields.ts';
import type { Terminal } from './confirm.ts';

/** Prompts for a new password, twice, until it is accepted. Null if the user cancels. */
export async function askNewPassword(
  { input, output }: Terminal = { input: process.stdin, output: process.stdout },
): Promise<string | null> {
  const ask = async (message: string) => {
    const answer: unknown = await askPassword({ message, input, output } as Parameters<typeof askPassword>[0]);
    if (isCancel(answer)) return null;
    return typeof answer === 'string' ? answer : '';
  };
  for (let message = 'Password'; ;) {
    const first = await ask(message);
    if (first === null) return null;
    const issue = await findPasswordIssue(first);
    if (issue === null) {
      const again = await ask('Repeat the password');
      if (again === null) return null;
      if (again === first) return first;
    }
    message = `${issue ?? 'The passwords do not match.'} Password`;
  }
}

/** Why a new password is rejected, as a sentence; null if it is accepted. */
export async function findPasswordIssue(text: string): Promise<string | null> {
  const { issues } = await v.safeParseAsync(NewPasswordSchema, text, { abortPipeEarly: true });
  return issues ? describeFieldIssue(issues[0].message as FieldIssue, 'en') : null;
}
