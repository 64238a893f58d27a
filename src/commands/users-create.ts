import { text as readText } from 'node:stream/consumers';
import * as v from 'valibot';
import { EmailSchema, PersonNameSchema } from '../accounts/forms.ts';
import { hashPassword } from '../accounts/passwords.ts';
import { PERMISSIONS, ROLE_NAMES } from '../accounts/permissions.ts';
import { createUser, findResetUser } from '../accounts/queries.ts';
import type { CommandForm } from '../command-line.ts';
import { Failure } from '../failure.ts';
import { runCommand, withDatabase } from './command.ts';
import { reportInterrupts } from './interrupt.ts';
import { askNewPassword, findPasswordIssue } from './new-password.ts';

const report = (line: string) => console.log(line);

const form: CommandForm = {
  script: 'users:create',
  meaning: 'Creates an account.',
  options: {
    email: { value: 'ADDRESS', meaning: 'the e-mail address to sign in with', isRequired: true },
    name: { value: 'NAME', meaning: 'the display name', unset: 'the part of the address before the @' },
    password: {
      value: 'PASSWORD',
      meaning: 'the password, which other users of this machine can see, or - to read it from standard input',
      unset: 'prompt',
    },
    permission: {
      value: 'PERMISSION',
      meaning: `a permission: ${PERMISSIONS.join(', ')}; can be repeated`,
      unset: 'none',
      isList: true,
    },
    role: {
      value: 'ROLE',
      meaning: `a role: ${ROLE_NAMES.join(' or ')}; can be repeated`,
      unset: 'none',
      isList: true,
    },
  },
};

const takenFailure = (email: string) => new Failure(`An account for ${email} already exists. Nothing was changed.`);

await runCommand(form, async ({ values, lists }) => {
  const email = read(
    EmailSchema,
    values.get('email') ?? '',
    '--email must be an e-mail address, such as ada@example.org.',
  );
  const name = read(
    PersonNameSchema,
    values.get('name') ?? email.slice(0, email.indexOf('@')),
    '--name must be a single line of up to 255 characters.',
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
    throw new Failure(
      'Missing option: --password. Standard input is not a terminal, so the command cannot prompt for it.',
    );
  }
  let decision: 'open' | 'pending' | 'created' = 'open';
  const stopReporting = reportInterrupts(
    () =>
      ({ open: 'No account was created.', pending: null, created: `The account for ${email} was created.` })[decision],
    'It is unknown whether the account was created. Run the command again to find out.',
  );
  await withDatabase(report, async ({ sql }) => {
    // Before the user types a password.
    if (await findResetUser(sql, email)) throw takenFailure(email);
    const passwordHash = await hashPassword(given ?? (await ask()));
    decision = 'pending';
    if ((await createUser(sql, { name, email, passwordHash, permissions, roles })) === 'taken')
      throw takenFailure(email);
    decision = 'created';
    const allowed = [...roles, ...permissions].join(', ');
    report(`Created an account for ${email}. Roles and permissions: ${allowed || 'none'}.`);
  });
  stopReporting();
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
      throw new Failure(`Unknown value: --${option} ${text}. Use one of: ${known.join(', ')}. Nothing was changed.`);
    return found;
  });
}

async function ask(): Promise<string> {
  const password = await askNewPassword();
  if (password !== null) return password;
  // Handled by reportInterrupts.
  process.kill(process.pid, 'SIGINT');
  return await new Promise<never>(() => {});
}
