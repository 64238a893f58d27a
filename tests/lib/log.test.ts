import { expect, onTestFinished, test } from 'vitest';
import { formatConsole, withFields } from '../../src/lib/log.ts';

/** Collects what is written to the console. */
function catchLines(): string[] {
  const lines: string[] = [];
  const before = { ...console };
  const listeners = process.listeners('warning');
  onTestFinished(() => {
    Object.assign(console, before);
    process.removeAllListeners('warning');
    for (const listener of listeners) process.on('warning', listener);
  });
  for (const method of ['log', 'info', 'warn', 'error'] as const) console[method] = (line: string) => lines.push(line);
  formatConsole(() => new Date('2026-11-26T10:00:00Z'));
  return lines;
}

test('Each log line has its time and level', () => {
  const lines = catchLines();
  console.log('Started');
  console.warn('One\n  two\r\n');
  console.error('%s failed:', 'It', { a: 1 });
  expect(lines).toEqual([
    '2026-11-26T10:00:00.000Z info Started',
    '2026-11-26T10:00:00.000Z warn One',
    '2026-11-26T10:00:00.000Z warn   two',
    '2026-11-26T10:00:00.000Z error It failed: { a: 1 }',
  ]);
});

test('Node.js warnings are logged', async () => {
  const lines = catchLines();
  process.emitWarning('Take care', 'DeprecationWarning');
  await expect.poll(() => lines).toEqual(['2026-11-26T10:00:00.000Z warn DeprecationWarning: Take care']);
});

test('Fields are quoted where needed and cannot start a new line', () => {
  expect(withFields('Signed in', { account: 7, client: '', by: null, url: '/?a=b' })).toBe(
    'Signed in account=7 url=/?a=b',
  );
  expect(withFields('Request', { url: 'a "b"\nc\u001b[31m' })).toBe('Request url="a \\"b\\" c%1B[31m"');
});
