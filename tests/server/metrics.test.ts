import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { Metrics } from '../../src/server/metrics.ts';

test('A request that nobody waited for any more is counted as gone, whatever would have been answered', async () => {
  const metrics = new Metrics();
  for (const writableFinished of [true, false]) {
    const response = Object.assign(new EventEmitter(), { statusCode: 200, writableFinished });
    metrics.follow(response as unknown as ServerResponse, { route: '/club' });
    response.emit('close');
  }
  const text = await metrics.text();
  for (const status of ['200', 'gone']) {
    expect(text).toContain(`club_directory_requests_total{origin="made",route="/club",status="${status}"} 1\n`);
  }
});
