import { scrub } from './failure.ts';
import { isLoopback } from './setting-rules.ts';
import type { MailSettings } from './settings.ts';
import { within } from './share-calls.ts';

/** So long sending a letter may take, in ms. */
const PATIENCE = 10_000;

/** A letter of plain text. */
export interface Letter {
  to: string;
  subject: string;
  paragraphs: readonly string[];
}

/** Sends a letter; fails when the server does not take it in time. What sends it is loaded with the first one. */
export async function sendLetter(
  { url, from }: MailSettings,
  { to, subject, paragraphs }: Letter,
  patience = PATIENCE,
): Promise<void> {
  const { createTransport } = await import('nodemailer');
  const { protocol, username, hostname } = new URL(url);
  const transport = createTransport({
    url,
    // No password in the clear over a network.
    requireTLS: protocol === 'smtp:' && username !== '' && !isLoopback(hostname),
    dnsTimeout: patience,
    connectionTimeout: patience,
    greetingTimeout: patience,
    socketTimeout: patience,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    const letter = {
      from,
      // As it stands, and no list of addresses.
      to: { name: '', address: to },
      subject,
      text: paragraphs.join('\n\n'),
      headers: { 'Auto-Submitted': 'auto-generated' },
    };
    await within(patience, transport.sendMail(letter));
  } finally {
    transport.close();
  }
}

/** Logs an e-mail that could not be sent; `what` describes it without its recipient. */
export function reportLetter(what: string, error: unknown): void {
  const reason = (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ');
  console.error(scrub(`Could not send ${what}: ${reason}`));
}
