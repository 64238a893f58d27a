import * as v from 'valibot';
import type { OpenDatabase } from '../../db/open.ts';
import { EmailSchema } from '../accounts/forms.ts';
import { createResetToken, type ResetFault } from '../accounts/reset-token.ts';
import type { CommandForm } from '../command-line.ts';
import { Failure } from '../failure.ts';
import { absolute, mainPaths } from '../paths.ts';
import { settings } from '../settings.ts';
import { runCommand, withDatabase } from './command.ts';
import { tellInterrupts } from './interrupt.ts';

const report = (line: string) => console.log(line);

const form: CommandForm = {
  script: 'users:reset',
  meaning: 'Makes a link by which somebody chooses a new password. It is good for an hour, and once.',
  options: { email: { value: 'ADDRESS', meaning: 'the e-mail address of the account', isRequired: true } },
};

const FAULTS: Record<ResetFault, (email: string) => string> = {
  unknown: (email) => `There is no account of ${email}.`,
  noPassword: (email) =>
    `The account of ${email} has no password: it signs in by the identity provider alone. Nothing was changed.`,
};

await runCommand(form, async ({ values }) => {
  const { success, output: email } = v.safeParse(EmailSchema, values.get('email') ?? '');
  if (!success) throw new Failure('--email must be an e-mail address, such as ada@example.org.');
  const work = async ({ sql }: OpenDatabase) => {
    const made = await createResetToken(sql, email);
    if ('fault' in made) throw new Failure(FAULTS[made.fault](email));
    const { siteUrl, siteUrlIsSet } = settings();
    report(`A link for ${email}, good for an hour: ${absolute(siteUrl, mainPaths().passwordReset(made.token))}`);
    if (!siteUrlIsSet) report(`SITE_URL is not set in this shell: the link begins with ${siteUrl}. Is the site there?`);
  };
  const stopTelling = tellInterrupts(() => 'Nothing was changed, but for a link that is told above.');
  // Where there is no account there is none to bring back.
  await withDatabase(report, work, { asItIs: true, isRepeatable: false });
  stopTelling();
});
