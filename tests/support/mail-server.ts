import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** An e-mail that the server received. */
export interface ReceivedEmail {
  /** Of the envelope. */
  from: string;
  to: string;
  headers: string;
  text: string;
}

/** A mail server that accepts e-mails from clients with its password. */
export interface MailServer {
  /** The URL with user and password. */
  url: string;
  emails: ReceivedEmail[];
  /** Does not greet new connections until it is released. */
  hold(): void;
  release(): void;
  /** Whether it refuses every recipient. */
  isRefusing: boolean;
  /** The replies to the next recipients, such as `450 try later`; afterwards it accepts them. */
  replies: string[];
  /** How many recipients clients named. */
  recipients: number;
  stop(): Promise<void>;
}

export const MAIL_PASSWORD = 'Sesame-99@';

const refusal = (reply: string) =>
  Object.assign(new Error(reply.slice(4)), { responseCode: Number(reply.slice(0, 3)) });

export async function startMailServer(): Promise<MailServer> {
  let waiting: (() => void)[] | null = null;
  const server = new SMTPServer({
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    closeTimeout: 100,
    onConnect(_session, greet) {
      if (waiting) waiting.push(greet);
      else greet();
    },
    onAuth({ username, password }, _session, reply) {
      if (username === 'clubs' && password === MAIL_PASSWORD) reply(null, { user: username });
      else reply(refusal('535 who are you'));
    },
    onRcptTo(_address, _session, reply) {
      mailServer.recipients += 1;
      const next = mailServer.isRefusing ? `550 no such person, ${MAIL_PASSWORD}` : mailServer.replies.shift();
      reply(next === undefined ? null : refusal(next));
    },
    onData(stream, { envelope: { mailFrom, rcptTo } }, reply) {
      void text(stream).then((message) => {
        const [headers = '', ...body] = message.replaceAll('\r\n', '\n').split('\n\n');
        const from = mailFrom ? mailFrom.address : '';
        const to = rcptTo[0]?.address ?? '';
        mailServer.emails.push({ from, to, headers, text: decode(headers, body.join('\n\n')) });
        reply();
      });
    },
  });
  // A site resets its connections when it stops.
  server.on('error', () => undefined);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.server.address() as AddressInfo;
  const mailServer: MailServer = {
    url: `smtp://clubs:${encodeURIComponent(MAIL_PASSWORD)}@127.0.0.1:${port}`,
    emails: [],
    isRefusing: false,
    replies: [],
    recipients: 0,
    hold: () => (waiting = []),
    release() {
      for (const greet of waiting ?? []) greet();
      waiting = null;
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
  return mailServer;
}

/** Decodes the text. */
function decode(headers: string, body: string): string {
  const [, encoding] = /^content-transfer-encoding: (.*)$/im.exec(headers) ?? [];
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  if (encoding !== 'quoted-printable') return body;
  const bytes = body
    .replace(/=\n/g, '')
    .replace(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
