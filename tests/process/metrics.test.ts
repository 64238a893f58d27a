import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { Metrics } from '../../src/process/metrics.ts';

test('The metrics contain the version, the commit, and requests by status', async () => {
  const metrics = new Metrics({ version: '1.2.3', commit: '0'.repeat(40) });
  for (const status of [200, 'gone'] as const)
    metrics.recordRequest({ request: {} as IncomingMessage, origin: 'made', route: '/club', status, ms: 20 });
  const text = await metrics.text();
  expect(text).toContain(`club_directory_build_info{version="1.2.3",commit="${'0'.repeat(40)}"} 1\n`);
  expect(text).toContain('club_directory_request_seconds_bucket{le="0.025",route="/club"} 2\n');
  for (const status of ['200', 'gone'])
    expect(text).toContain(`club_directory_requests_total{origin="made",route="/club",status="${status}"} 1\n`);
});
