import { isCancel, password as askPassword } from '@clack/prompts';
import * as v from 'valibot';
import { describeFault, NewPasswordSchema, type FieldFault } from '../accounts/forms.ts';
import type { Terminal } from './confirm.ts';

/**
 * Asks a person for a new password, twice, since what is typed is not seen; one that does not fit is asked for again.
 * Null when they end it, as by Ctrl+C.
 */
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
      const again = await ask('The same once more');
      if (again === null) return null;
      if (again === first) return first;
    }
    message = `${issue ?? 'These were not the same.'} Password`;
  }
}

/** What is wrong with a new password, as a sentence; null when it is accepted. */
export async function findPasswordIssue(text: string): Promise<string | null> {
  const { issues } = await v.safeParseAsync(NewPasswordSchema, text, { abortPipeEarly: true });
  return describeFault(issues?.[0].message as FieldFault | undefined, 'en');
}
