import type { Sql } from '../../db/client.ts';
import { fetchMetadata } from '../accounts/provider-metadata.ts';
import { isUnfilled } from '../identity/pages.ts';
import { DEFAULT_FOLDER } from '../identity/site-folder.ts';
import { siteContent } from '../identity/site.ts';
import { reportEmailError, sendEmail } from '../lib/mail.ts';
import { scrub } from '../lib/print-error.ts';
import type { Locale } from '../messages/locales.ts';
import { messages } from '../messages/messages.ts';
import { siteLanguages } from '../site-settings.ts';
import { settings } from '../settings.ts';
import { inLanguage } from './settings-form.ts';

/* What a new site needs. */

export const FIRST_STEPS = ['identity', 'clubs', 'board', 'pages', 'email', 'signIn'] as const;
type FirstStep = (typeof FIRST_STEPS)[number];

/** The steps that are done, and their number without the sign-in, which is optional. */
export async function findDoneSteps(sql: Sql) {
  const { settings: current, fileSettings, savedNames, pages } = siteContent();
  const isRenamed = siteLanguages().some(
    (locale) => inLanguage(current.name, locale) !== inLanguage(fileSettings.name, locale),
  );
  const { siteDir, mail, provider } = settings();
  const [found] = await sql<[{ clubs: boolean; board: boolean }]>`
    select exists (select from club) and not exists (select from club where is_sample) as clubs,
      (select count(distinct user_id) from user_role where role in ('board', 'administrator')) > 1 as board`;
  const done: Record<FirstStep, boolean> = {
    identity: siteDir !== DEFAULT_FOLDER || isRenamed || savedNames.has('mark mark'),
    ...found,
    pages: !pages.some(isUnfilled),
    email: mail !== null,
    signIn: provider !== null,
  };
  const needed = FIRST_STEPS.filter((step) => step !== 'signIn');
  return {
    done: new Set(FIRST_STEPS.filter((step) => done[step])),
    count: needed.filter((step) => done[step]).length,
    all: needed.length,
  };
}

/** Tries out a step that is set up on the server. Returns the answer in words, and whether it works. */
export async function tryStep(
  step: 'email' | 'signIn',
  { email, locale, siteName }: { email: string; locale: Locale; siteName: string },
): Promise<{ works: boolean; answer: string } | null> {
  const { mail, provider } = settings();
  const t = messages(locale).gettingStarted;
  try {
    if (step === 'email') {
      if (!mail) return null;
      await sendEmail(mail, { to: email, subject: t.testSubject(siteName), paragraphs: [t.testText(siteName)] });
      return { works: true, answer: t.testSent(email) };
    }
    if (!provider) return null;
    await fetchMetadata(provider.issuer);
    return { works: true, answer: t.signInWorks };
  } catch (error) {
    if (step === 'email') reportEmailError('a test message', error);
    return { works: false, answer: t.fails(scrub(error instanceof Error ? error.message : String(error))) };
  }
}
