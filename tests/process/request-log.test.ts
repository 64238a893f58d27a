import type { IncomingMessage } from 'node:http';
import { afterEach, expect, test, vi } from 'vitest';
import { CLOSED_EARLY, type RequestEvent } from '../../src/http/site.ts';
import { createRequestLog } from '../../src/process/request-log.ts';

afterEach(() => void vi.restoreAllMocks());

/** The lines for a request, with their level. */
function log(
  event: Partial<RequestEvent>,
  requests: 'rendered' | 'all' = 'rendered',
  url = '/club/?name=%0a',
): string[] {
  const lines: string[] = [];
  for (const level of ['info', 'warn', 'error'] as const)
    vi.spyOn(console, level).mockImplementation((line: string) => void lines.push(`${level} ${line}`));
  const request = { method: 'GET', url } as IncomingMessage;
  const facts = { clientAddress: '192.0.2.77', id: 'an-id', route: '/club' };
  createRequestLog(requests)({ request, origin: 'rendered', status: 200, ms: 1.234, ...facts, ...event });
  return lines;
}

test('A request is one line, with a shortened client address', () => {
  const line = 'Request method=GET url=/club/?name=%0a status=404 ms=1.2 route=/club client=192.0.2.0 id=an-id';
  expect(log({ status: 404 })).toEqual([`info ${line}`]);
});

test.each([
  ['error', { status: 503 }],
  ['warn', { status: 503, isRefusal: true }],
  ['warn', { status: CLOSED_EARLY }],
] as const)('The level is %s for %j', (level, event) => {
  expect(log(event)).toEqual([expect.stringContaining(`${level} Request method=GET`)]);
});

test('A request that needs no rendering is logged with ACCESS_LOG=all only', () => {
  const event = { origin: 'file', route: '', clientAddress: '', id: '' } as const;
  expect(log(event)).toEqual([]);
  expect(log(event, 'all', '/robots.txt')).toEqual(['info Request method=GET url=/robots.txt status=200 ms=1.2']);
});

test('The log contains no secrets', () => {
  expect(log({}, 'all', '/password-reset/a-secret/')[0]).not.toContain('a-secret');
});
