import { text as readText } from 'node:stream/consumers';
import * as v from 'valibot';
import { EmailSchema, PersonNameSchema } from '../accounts/forms.ts';
import { hashPassword } from '../accounts/passwords.ts';
import { PERMISSIONS, ROLE_NAMES } from '../accounts/permissions.ts';
import { createUser, findResetUser } from '../accounts/queries.ts';
import type { CommandForm } from '../command-line.ts';
import { Failure } from '../failure.ts';
import { runCommand, withDatabase } from './command.ts';
import { tellInterrupts } from './interrupt.ts';
import { askNewPassword, findPasswordIssue } from './new-password.ts';

const report = (line: string) => console.log(line);

const form: CommandForm = {
  script: 'users:create',
  meaning: 'Makes an account.',
  options: {
    email: { value: 'ADDRESS', meaning: 'the e-mail address that they sign in with', isRequired: true },
    name: { value: 'NAME', meaning: 'how they are called', unset: 'the address up to the @' },
    password: {
      value: 'PASSWORD',
      meaning: 'their password, which others may read there; - takes it from the standard input',
      unset: 'it is asked for',
    },
    permission: {
      value: 'PERMISSION',
      meaning: `one of ${PERMISSIONS.join(', ')}; may be given several times`,
      unset: 'none',
      isList: true,
    },
    role: {
      value: 'ROLE',
      meaning: `${ROLE_NAMES.join(' or ')}; may be given several times`,
      unset: 'none',
      isList: true,
    },
  },
};

const takenFailure = (email: string) => new Failure(`There is an account of ${email} already. Nothing was changed.`);

await runCommand(form, async ({ values, lists }) => {
  const email = read(
    EmailSchema,
    values.get('email') ?? '',
    '--email must be an e-mail address, such as ada@example.org.',
  );
  const name = read(
    PersonNameSchema,
    values.get('name') ?? email.slice(0, email.indexOf('@')),
    '--name must be a name of up to 255 characters, in one line.',
  );
  const permissions = readAll('permission', PERMISSIONS, lists);
  const roles = readAll('role', ROLE_NAMES, lists);
  let given = values.get('password');
  if (given === '-' && !process.stdin.isTTY) given = (await readText(process.stdin)).replace(/\r?\n$/, '');
  else if (given === '-') given = undefined;
  if (given !== undefined) {
    const issue = await findPasswordIssue(given);
    if (issue !== null) throw new Failure(`${issue} Nothing was changed.`);
  } else if (!process.stdin.isTTY) {
    throw new Failure('--password is missing, and there is nobody to ask: the standard input is no terminal.');
  }
  let decision: 'open' | 'pending' | 'made' = 'open';
  const stopTelling = tellInterrupts(
    () => ({ open: 'No account was made.', pending: null, made: `The account of ${email} was made.` })[decision],
    'It cannot be known whether the account was made: run the command again, which tells it.',
  );
  await withDatabase(report, async ({ sql }) => {
    // Before somebody has typed a password for nothing.
    if (await findResetUser(sql, email)) throw takenFailure(email);
    const passwordHash = await hashPassword(given ?? (await ask()));
    decision = 'pending';
    if ((await createUser(sql, { name, email, passwordHash, permissions, roles })) === 'taken')
      throw takenFailure(email);
    decision = 'made';
    const allowed = [...roles, ...permissions].join(', ');
    report(`${email} can sign in now${allowed === '' ? ', and may do nothing yet' : `: ${allowed}`}.`);
  });
  stopTelling();
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
  return [...new Set(lists.get(option))].map((text) => {
    const found = known.find((one) => one === text);
    if (!found)
      throw new Failure(`--${option} ${text} is not known: there are ${known.join(', ')}. Nothing was changed.`);
    return found;
  });
}

/** On a command line others of this machine could read it. */
async function ask(): Promise<string> {
  const password = await askNewPassword();
  if (password !== null) return password;
  // Ends the process, with what is so then.
  process.kill(process.pid, 'SIGINT');
  return await new Promise<never>(() => {});
}
