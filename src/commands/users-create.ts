import { password as askPassword } from '@clack/prompts';
import * as v from 'valibot';
import { PASSWORD_LENGTH } from '../accounts/auth.ts';
import { EmailSchema, NewPasswordSchema, PersonNameSchema } from '../accounts/forms.ts';
import { hashPassword } from '../accounts/passwords.ts';
import { PERMISSIONS, ROLE_NAMES } from '../accounts/permissions.ts';
import { createUser } from '../accounts/queries.ts';
import type { CommandForm } from '../command-line.ts';
import { Failure } from '../failure.ts';
import { runCommand, withDatabase } from './command.ts';

const report = (line: string) => console.log(line);

const form: CommandForm = {
  script: 'users:create',
  meaning: 'Makes an account.',
  options: {
    email: { value: 'ADDRESS', meaning: 'the e-mail address that they sign in with' },
    name: { value: 'NAME', meaning: 'how they are called', unset: 'the address up to the @' },
    password: { value: 'PASSWORD', meaning: 'their password', unset: 'it is asked for' },
    permission: {
      value: 'PERMISSION',
      meaning: `one of ${PERMISSIONS.join(', ')}; may be given several times`,
      unset: 'none',
    },
    role: { value: 'ROLE', meaning: `${ROLE_NAMES.join(' or ')}; may be given several times`, unset: 'none' },
  },
};

await runCommand(form, async ({ values, lists }) => {
  const email = read(
    EmailSchema,
    values.get('email') ?? '',
    '--email must be an e-mail address, such as ada@example.org.',
  );
  const name = read(
    PersonNameSchema,
    values.get('name') ?? email.slice(0, email.indexOf('@')),
    '--name must be a name.',
  );
  const permissions = readAll('permission', PERMISSIONS, lists);
  const roles = readAll('role', ROLE_NAMES, lists);
  const password = read(
    NewPasswordSchema,
    values.get('password') ?? (await ask()),
    `The password must have ${PASSWORD_LENGTH.least} to ${PASSWORD_LENGTH.most} characters.`,
  );
  const passwordHash = await hashPassword(password);
  await withDatabase(report, async ({ sql }) => {
    if ((await createUser(sql, { name, email, passwordHash, permissions, roles })) === 'taken') {
      throw new Failure(`There is an account of ${email} already. Nothing was changed.`);
    }
    const allowed = [...roles, ...permissions].join(', ');
    report(`${email} can sign in now${allowed === '' ? ', and may do nothing yet' : `: ${allowed}`}.`);
  });
});

function read<T>(schema: v.GenericSchema<string, T>, text: string, message: string): T {
  const { success, output } = v.safeParse(schema, text);
  if (!success) throw new Failure(`${message} Nothing was changed.`);
  return output;
}

function readAll<T extends string>(
  option: string,
  known: readonly T[],
  lists: ReadonlyMap<string, readonly string[]>,
): T[] {
  return (lists.get(option) ?? []).map((text) => {
    const found = known.find((one) => one === text);
    if (!found)
      throw new Failure(`--${option} ${text} is not known: there are ${known.join(', ')}. Nothing was changed.`);
    return found;
  });
}

/** What is typed is not seen; on a command line others of this machine could read it. */
async function ask(): Promise<string> {
  if (!process.stdin.isTTY) {
    throw new Failure('--password is missing, and there is nobody to ask: the standard input is no terminal.');
  }
  const answer = await askPassword({ message: 'Password' });
  if (typeof answer !== 'string') throw new Failure('Nothing was changed.');
  return answer;
}
