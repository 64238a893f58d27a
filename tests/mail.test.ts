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

describe('sendLetter', () => {
  test('delivers the text, marked as automatic', async () => {
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

  test('fails if the server rejects the password', async () => {
    const server = await start();
    const url = server.url.replace(/:[^:]+@/, ':other@');
    await expect(sendLetter({ url, from: FROM }, LETTER)).rejects.toThrow('535');
    expect(server.letters).toEqual([]);
  });

  test('fails after the timeout', async () => {
    const server = await start();
    server.hold();
    await expect(sendLetter({ url: server.url, from: FROM }, LETTER, 100)).rejects.toThrow();
  });

  test('fails if no server listens', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    await expect(sendLetter({ url: `smtp://127.0.0.1:${port}`, from: FROM }, LETTER)).rejects.toThrow('ECONNREFUSED');
  });
});
