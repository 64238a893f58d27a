import type { Database } from '../../../db/client.ts';
import { AttemptLimit } from '../../lib/attempt-limit.ts';
import { toClientKey } from '../../lib/ip-address.ts';
import { isRefusedRecipient, reportEmailError, sendEmail } from '../../lib/mail.ts';
import { messages } from '../../messages/messages.ts';
import { absolute, pathsIn } from '../../paths.ts';
import { settings } from '../../settings.ts';
import { readClubMessage, readFields } from '../board/inbox/message-form.ts';
import type { NoteForm } from '../board/inbox/note-page.ts';
import { slow, type FormPage } from '../board/inbox/submission.ts';
import { recordDelivery, type Recipient } from './queries.ts';

const HOUR = 60 * 60;
/** The number of messages to clubs: of a client and of all in an hour, and to a club in a day. */
export const CLUB_MESSAGES = { client: 10, site: 200, club: 30 } as const;
const ofClient = new AttemptLimit(CLUB_MESSAGES.client, HOUR);
const ofSite = new AttemptLimit(CLUB_MESSAGES.site, HOUR);
const ofClub = new AttemptLimit(CLUB_MESSAGES.club, 24 * HOUR);

/** Sends a visitor's message to a club without storing it. Returns null on success, else the form with its errors. */
export async function submitClubMessage(
  sql: Database,
  club: Recipient,
  form: FormData,
  page: FormPage,
  siteName: string,
): Promise<NoteForm | null> {
  const texts = readFields(form, ['name', 'message', 'sender']);
  const { value, issues = {} } = readClubMessage(form);
  const { mail, siteUrl, editLinkMail } = settings();
  if (!value || !mail) return { texts, issues, error: null };
  const limited =
    ofClient.count(toClientKey(page.clientAddress)) ?? ofClub.count(String(club.id)) ?? ofSite.count('site');
  if (limited) return { texts, issues, error: slow(page, limited) };
  const { locale } = page.locals;
  const t = messages(locale).clubMessage;
  const paths = pathsIn(locale);
  const { name, sender, message } = value;
  try {
    await sendEmail(mail, {
      to: club.contact,
      replyTo: { name, address: sender },
      subject: t.subject(club.name, siteName),
      paragraphs: [
        t.from(name === '' ? sender : `${name} (${sender})`, club.name),
        message,
        '-- ',
        t.why(club.name, absolute(siteUrl, paths.clubView(club.id))),
        t.off(absolute(siteUrl, editLinkMail ? paths.editLink : paths.clubEdit(club.id))),
      ],
    });
  } catch (error) {
    reportEmailError(`a message to club ${club.id}`, error);
    if (isRefusedRecipient(error)) await recordDelivery(sql, club, true);
    page.response.status = 503;
    return { texts, issues, error: t.failed };
  }
  await recordDelivery(sql, club, false);
  return null;
}
