import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

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

export async function startMailServer(): Promise<MailServer> {
  const sockets = new Set<Socket>();
  let waiting: (() => void)[] | null = null;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    // A site resets its connections when it stops.
    const begin = () => void talk(socket, mailServer).catch(() => socket.destroy());
    if (waiting) waiting.push(begin);
    else begin();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const mailServer: MailServer = {
    url: `smtp://clubs:${encodeURIComponent(MAIL_PASSWORD)}@127.0.0.1:${port}`,
    emails: [],
    isRefusing: false,
    replies: [],
    recipients: 0,
    hold: () => (waiting = []),
    release() {
      for (const begin of waiting ?? []) begin();
      waiting = null;
    },
    async stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
  return mailServer;
}

const GRANTED = Buffer.from(`\0clubs\0${MAIL_PASSWORD}`).toString('base64');

async function talk(socket: Socket, server: MailServer): Promise<void> {
  const say = (line: string) => socket.write(`${line}\r\n`);
  const email = { from: '', to: '' };
  let isGranted = false;
  let data: string[] | null = null;
  say('220 mail.example.org');
  for await (const line of createInterface({ input: socket, crlfDelay: Infinity })) {
    if (data) {
      if (line !== '.') {
        data.push(line.replace(/^\./, ''));
        continue;
      }
      const end = data.indexOf('');
      const headers = data.slice(0, end).join('\n');
      server.emails.push({ ...email, headers, text: decode(headers, data.slice(end + 1)) });
      data = null;
      say('250 taken');
      continue;
    }
    const [, address = ''] = /<(.*?)>/.exec(line) ?? [];
    const [verb = ''] = line.toUpperCase().split(/[ :]/);
    if (verb === 'EHLO') {
      say('250-mail.example.org');
      say('250 AUTH PLAIN');
    } else if (verb === 'AUTH') {
      isGranted = line === `AUTH PLAIN ${GRANTED}`;
      say(isGranted ? '235 come in' : '535 who are you');
    } else if (verb === 'MAIL') {
      email.from = address;
      say(isGranted ? '250 yes' : '530 who are you');
    } else if (verb === 'RCPT') {
      email.to = address;
      server.recipients += 1;
      say(server.isRefusing ? `550 no such person, ${MAIL_PASSWORD}` : (server.replies.shift() ?? '250 yes'));
    } else if (verb === 'DATA') {
      data = [];
      say('354 go on');
    } else {
      say(verb === 'QUIT' ? '221 goodbye' : '250 yes');
      if (verb === 'QUIT') socket.end();
    }
  }
}

/** Decodes the text. */
function decode(headers: string, lines: string[]): string {
  const [, encoding] = /^content-transfer-encoding: (.*)$/im.exec(headers) ?? [];
  if (encoding === 'base64') return Buffer.from(lines.join(''), 'base64').toString();
  if (encoding !== 'quoted-printable') return lines.join('\n');
  const bytes = lines
    .join('\n')
    .replace(/=\n/g, '')
    .replace(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
