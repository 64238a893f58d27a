import { password as askPassword } from '@clack/prompts';
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
  const ask = async (message: string, validate: (text: string | undefined) => string | undefined) => {
    const answer = await askPassword({ message, validate, input, output } as Parameters<typeof askPassword>[0]);
    return typeof answer === 'string' ? answer : null;
  };
  for (let message = 'Password'; ; message = 'These were not the same. Password') {
    const first = await ask(message, (text = '') => findFault(text));
    if (first === null) return null;
    const again = await ask('The same once more', () => undefined);
    if (again === null) return null;
    if (again === first) return first;
  }
}

function findFault(text: string): string | undefined {
  const [issue] = v.safeParse(NewPasswordSchema, text).issues ?? [];
  return issue && (describeFault(issue.message as FieldFault, 'en') ?? undefined);
}
