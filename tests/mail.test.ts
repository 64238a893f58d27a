import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { sendLetter } from '../src/mail.ts';
import { startMailServer } from './support/mail-server.ts';

const LETTER = { to: 'ada@example.org', subject: 'Hello', paragraphs: ['One,', 'two – trois, à demain.'] };
const FROM = 'Clubs <clubs@example.org>';

const start = async () => {
  const server = await startMailServer();
  onTestFinished(() => server.stop());
  return server;
};

describe('A letter', () => {
  test('comes to the mail server as it was written, marked as sent by no person', async () => {
    const server = await start();
    await sendLetter({ url: server.url, from: FROM }, LETTER);
    expect(server.letters).toHaveLength(1);
    const [letter] = server.letters;
    expect(letter).toMatchObject({ from: 'clubs@example.org', to: 'ada@example.org' });
    expect(letter?.text.trim()).toBe('One,\n\ntwo – trois, à demain.');
    expect(letter?.headers).toContain('From: Clubs <clubs@example.org>');
    expect(letter?.headers).toContain('Subject: Hello');
    expect(letter?.headers).toContain('Auto-Submitted: auto-generated');
  });

  test('is not sent with a password that the server does not know', async () => {
    const server = await start();
    const url = server.url.replace(/:[^:]+@/, ':other@');
    await expect(sendLetter({ url, from: FROM }, LETTER)).rejects.toThrow('535');
    expect(server.letters).toEqual([]);
  });

  test('goes to one address, whatever stands in it', async () => {
    const server = await start();
    await sendLetter({ url: server.url, from: FROM }, { ...LETTER, to: 'ada+x@example.org' });
    expect(server.letters.map(({ to }) => to)).toEqual(['ada+x@example.org']);
  });

  test('is given up when the server says nothing', async () => {
    const server = await start();
    server.hold();
    await expect(sendLetter({ url: server.url, from: FROM }, LETTER, 100)).rejects.toThrow();
  });

  test('is given up when nobody is there', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    await expect(sendLetter({ url: `smtp://127.0.0.1:${port}`, from: FROM }, LETTER)).rejects.toThrow('ECONNREFUSED');
  });
});
