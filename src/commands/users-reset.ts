import * as v from 'valibot';
import type { OpenDatabase } from '../../db/open.ts';
import { EmailSchema } from '../accounts/fields.ts';
import { createResetToken } from '../accounts/one-time-links.ts';
import { createProgram } from '../lib/command-line.ts';
import { ExpectedError } from '../lib/errors.ts';
import { absolute, mainPaths } from '../paths.ts';
import { settings } from '../settings.ts';
import { report, runCommand, withDatabase } from './command.ts';

const program = createProgram('users:reset', 'Prints a password reset link. It works once and expires after one hour.')
  .requiredOption('--email <address>', 'the e-mail address of the account')
  .action(async (options: { email: string }) => {
    const { success, output: email } = v.safeParse(EmailSchema, options.email);
    if (!success) throw new ExpectedError('--email must be an e-mail address, such as ada@example.org.');
    const work = async ({ sql }: OpenDatabase) => {
      const result = await createResetToken(sql, email);
      if ('issue' in result)
        throw new ExpectedError(
          result.issue === 'unknown'
            ? `No account for ${email}.`
            : `The account for ${email} has no password: it signs in with the identity provider. Nothing was changed.`,
        );
      const { siteUrl, siteUrlIsSet } = settings();
      const link = absolute(siteUrl, mainPaths().passwordReset(result.token));
      report(`Password reset link for ${email}, valid for an hour: ${link}`);
      if (!siteUrlIsSet) report(`SITE_URL is not set in this shell, so the link starts with ${siteUrl}.`);
    };
    // A new database would be of no use.
    await withDatabase(report, work, 'refuse');
  });

await runCommand(program);
