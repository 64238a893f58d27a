import { describe, expect, onTestFinished, test } from 'vitest';
import { sendEmail } from '../../src/lib/mail.ts';
import { findFreePort } from '../support/free-port.ts';
import { startMailServer } from '../support/mail-server.ts';

const EMAIL = { to: 'ada@example.org', subject: 'Hello', paragraphs: ['One,', 'two – trois, à demain.'] };
const FROM = 'Clubs <clubs@example.org>';

const start = async () => {
  const server = await startMailServer();
  onTestFinished(() => server.stop());
  return server;
};

describe('sendEmail', () => {
  test('delivers the text, marked as automatic', async () => {
    const server = await start();
    await sendEmail({ url: server.url, from: FROM }, EMAIL);
    expect(server.emails).toHaveLength(1);
    const [email] = server.emails;
    expect(email).toMatchObject({ from: 'clubs@example.org', to: 'ada@example.org' });
    expect(email?.text.trim()).toBe('One,\n\ntwo – trois, à demain.');
    expect(email?.headers).toContain('From: Clubs <clubs@example.org>');
    expect(email?.headers).toContain('Subject: Hello');
    expect(email?.headers).toContain('Auto-Submitted: auto-generated');
  });

  test('fails if the server rejects the password', async () => {
    const server = await start();
    const url = server.url.replace(/:[^:]+@/, ':other@');
    await expect(sendEmail({ url, from: FROM }, EMAIL)).rejects.toThrow('535');
    expect(server.emails).toEqual([]);
  });

  test('fails after the timeout', async () => {
    const server = await start();
    server.hold();
    await expect(sendEmail({ url: server.url, from: FROM }, EMAIL, 100)).rejects.toThrow();
  });

  test('fails if no server listens', async () => {
    const url = `smtp://127.0.0.1:${await findFreePort()}`;
    await expect(sendEmail({ url, from: FROM }, EMAIL)).rejects.toThrow('ECONNREFUSED');
  });
});
