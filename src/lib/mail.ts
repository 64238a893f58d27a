import { scrub } from './expected-error.ts';
import { isLoopback } from '../settings/parsers.ts';
import type { MailSettings } from '../settings.ts';
import { withTimeout } from './timeout.ts';
import { packages } from './packages.ts';

/** In ms. */
const TIMEOUT_MS = 10_000;

interface Email {
  to: string;
  subject: string;
  paragraphs: readonly string[];
}

/** Sends an e-mail; throws if the server does not accept it in time. */
export async function sendEmail(
  { url, from }: MailSettings,
  { to, subject, paragraphs }: Email,
  timeoutMs = TIMEOUT_MS,
): Promise<void> {
  const { createTransport } = await packages.nodemailer();
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
      headers: { 'Auto-Submitted': 'auto-generated' },
    };
    await withTimeout(timeoutMs, transport.sendMail(email));
  } finally {
    transport.close();
  }
}

/** Logs an e-mail that could not be sent; `what` describes it without its recipient. */
export function reportEmailError(what: string, error: unknown): void {
  const reason = (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ');
  console.error(scrub(`Could not send ${what}: ${reason}`));
}
