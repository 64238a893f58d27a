import * as v from 'valibot';
import type { OpenDatabase } from '../../db/open.ts';
import { EmailSchema } from '../accounts/forms.ts';
import { createResetToken, type ResetFault } from '../accounts/reset-token.ts';
import type { CommandForm } from '../command-line.ts';
import { Failure } from '../failure.ts';
import { absolute, mainPaths } from '../paths.ts';
import { settings } from '../settings.ts';
import { runCommand, withDatabase } from './command.ts';
import { reportInterrupts } from './interrupt.ts';

const report = (line: string) => console.log(line);

const form: CommandForm = {
  script: 'users:reset',
  meaning: 'Prints a password reset link. It works once and expires after one hour.',
  options: { email: { value: 'ADDRESS', meaning: 'the e-mail address of the account', isRequired: true } },
};

const FAULTS: Record<ResetFault, (email: string) => string> = {
  unknown: (email) => `No account for ${email}.`,
  noPassword: (email) =>
    `The account for ${email} has no password: it signs in with the identity provider. Nothing was changed.`,
};

await runCommand(form, async ({ values }) => {
  const { success, output: email } = v.safeParse(EmailSchema, values.get('email') ?? '');
  if (!success) throw new Failure('--email must be an e-mail address, such as ada@example.org.');
  const work = async ({ sql }: OpenDatabase) => {
    const made = await createResetToken(sql, email);
    if ('fault' in made) throw new Failure(FAULTS[made.fault](email));
    const { siteUrl, siteUrlIsSet } = settings();
    report(
      `Password reset link for ${email}, valid for an hour: ${absolute(siteUrl, mainPaths().passwordReset(made.token))}`,
    );
    if (!siteUrlIsSet) report(`SITE_URL is not set in this shell, so the link starts with ${siteUrl}.`);
  };
  const stopReporting = reportInterrupts(() => 'Nothing was changed, except for a link that was printed.');
  // A new database has no accounts.
  await withDatabase(report, work, { asItIs: true, isRepeatable: false });
  stopReporting();
});
