import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { Metrics } from '../../src/process/metrics.ts';

const INFO = { version: '1.2.3', commit: '0'.repeat(40) };

test('The metrics have the version and the commit', async () => {
  expect(await new Metrics(INFO).text()).toContain(
    `club_directory_build_info{version="1.2.3",commit="${INFO.commit}"} 1\n`,
  );
});

test('A request that its client left is counted as gone', async () => {
  const metrics = new Metrics(INFO);
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
