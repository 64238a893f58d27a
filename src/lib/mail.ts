import { channel } from 'node:diagnostics_channel';
import { scrub } from './print-error.ts';
import { isLoopback } from '../settings/parsers.ts';
import type { MailSettings } from '../settings.ts';
import { withTimeout } from './timeout.ts';

/** In ms. */
const TIMEOUT_MS = 10_000;

export interface Email {
  to: string;
  subject: string;
  /** The author of a message that a person wrote; other e-mails are automatic. */
  replyTo?: { name: string; address: string };
  paragraphs: readonly string[];
}

/** One text of several, in different languages: that of the recipient is unknown. */
export const joinTexts = (texts: readonly Pick<Email, 'subject' | 'paragraphs'>[]) => ({
  subject: texts.map(({ subject }) => subject).join(' / '),
  paragraphs: texts.flatMap(({ paragraphs }, index) => [...(index > 0 ? ['* * *'] : []), ...paragraphs]),
});

/** Sends an e-mail; throws if the server does not accept it in time. */
export async function sendEmail(
  { url, from }: MailSettings,
  { to, subject, replyTo, paragraphs }: Email,
  timeoutMs = TIMEOUT_MS,
): Promise<void> {
  const { createTransport } = await import('nodemailer');
  const { protocol, username, hostname } = new URL(url);
  const transport = createTransport({
    url,
    // Never sends the password unencrypted over a network.
    requireTLS: protocol === 'smtp:' && username !== '' && !isLoopback(hostname),
    dnsTimeout: timeoutMs,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    const email = {
      from,
      // Parsed as one address, not as a list.
      to: { name: '', address: to },
      subject,
      text: paragraphs.join('\n\n'),
      ...(replyTo ? { replyTo } : { headers: { 'Auto-Submitted': 'auto-generated' } }),
    };
    await withTimeout(timeoutMs, transport.sendMail(email));
  } finally {
    transport.close();
  }
}

/** Logs an e-mail that could not be sent; `what` describes it without its recipient. */
export function reportEmailError(what: string, error: unknown): void {
  channel('club_directory_failed_emails_total').publish(null);
  const reason = (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ');
  console.error(scrub(`Could not send ${what}: ${reason}`));
}

/** Whether the server refused the recipient permanently. */
export const isRefusedRecipient = (error: unknown): boolean =>
  error instanceof Error && 'command' in error && error.command === 'RCPT TO' && temporaryReplyOf(error) === null;

/** The 4xx reply of a server that refused an e-mail temporarily; null for other errors. */
export function temporaryReplyOf(error: unknown): number | null {
  const code = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0;
  return code >= 400 && code < 500 ? code : null;
}
