import { text as readText } from 'node:stream/consumers';
import { Option } from 'commander';
import * as v from 'valibot';
import { EmailSchema, PersonNameSchema } from '../accounts/fields.ts';
import { hashPassword } from '../accounts/passwords.ts';
import { PERMISSIONS, ROLE_NAMES, type Permission, type Role } from '../accounts/permissions.ts';
import { createUser, findUserId } from '../accounts/users.ts';
import { createProgram } from '../lib/command-line.ts';
import { ExpectedError } from '../lib/errors.ts';
import { report, runCommand, withDatabase } from './command.ts';
import { askNewPassword, findPasswordIssue } from './prompt.ts';

interface Options {
  email: string;
  name?: string;
  password?: string;
  permission?: Permission[];
  role?: Role[];
}

const program = createProgram('users:create', 'Creates an account.')
  .requiredOption('--email <address>', 'the e-mail address to sign in with')
  .option('--name <name>', 'the display name (default: the part of the address before the @)')
  .option(
    '--password <password>',
    'the password, which other users of this machine can see, or - to read it from standard input (default: prompt)',
  )
  .addOption(new Option('--permission <permission...>', 'a permission; can be repeated').choices(PERMISSIONS))
  .addOption(new Option('--role <role...>', 'a role; can be repeated').choices(ROLE_NAMES))
  .action(async (options: Options) => {
    const email = read(EmailSchema, options.email, '--email must be an e-mail address, such as ada@example.org.');
    const name = read(
      PersonNameSchema,
      options.name ?? email.slice(0, email.indexOf('@')),
      '--name must be a single line of up to 255 characters.',
    );
    const permissions = [...new Set(options.permission)];
    const roles = [...new Set(options.role)];
    const passwordOption = await readPassword(options.password);
    const takenError = new ExpectedError(`An account for ${email} already exists. Nothing was changed.`);
    await withDatabase(report, async ({ sql }) => {
      // Before the user types a password.
      if ((await findUserId(sql, email)) !== null) throw takenError;
      const password = passwordOption ?? (await askNewPassword());
      if (password === null) throw new ExpectedError('No account was created.');
      const passwordHash = await hashPassword(password);
      const result = await createUser(sql, { name, email, passwordHash, permissions, roles });
      if (result === 'taken') throw takenError;
      const allowed = [...roles, ...permissions].join(', ');
      report(`Created an account for ${email}. Roles and permissions: ${allowed || 'none'}.`);
    });
  });

function read<T>(schema: v.GenericSchema<string, T>, text: string, message: string): T {
  const { success, output } = v.safeParse(schema, text);
  if (!success) throw new ExpectedError(`${message} Nothing was changed.`);
  return output;
}

/** The password of the option or of standard input; undefined if the user is to be asked. */
async function readPassword(option: string | undefined): Promise<string | undefined> {
  if (process.stdin.isTTY && (option === undefined || option === '-')) return undefined;
  if (option === undefined)
    throw new ExpectedError(
      'Standard input is not a terminal, so the command cannot prompt for a password. Add --password.',
    );
  const password = option === '-' ? (await readText(process.stdin)).replace(/\r?\n$/, '') : option;
  const issue = await findPasswordIssue(password);
  if (issue !== null) throw new ExpectedError(`${issue} Nothing was changed.`);
  return password;
}

await runCommand(program);
