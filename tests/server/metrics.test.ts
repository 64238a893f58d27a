import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { Metrics, serveMetrics } from '../../src/server/metrics.ts';

const INFO = { version: '1.2.3', commit: '0'.repeat(40) };

test('The metrics name the version and the commit', async () => {
  expect(await new Metrics(INFO).text()).toContain(
    `club_directory_build_info{version="1.2.3",commit="${INFO.commit}"} 1\n`,
  );
});

test('A request that nobody waited for any more is counted as gone, whatever would have been answered', async () => {
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

test('Figures that have no place to be told at say so in words', async () => {
  const first = await serveMetrics(new Metrics(INFO), { host: '127.0.0.1', port: 0 });
  const port = Number(new URL(first.url).port);
  await expect(serveMetrics(new Metrics(INFO), { host: '127.0.0.1', port })).rejects.toThrow(
    `Another program listens at METRICS_PORT ${port} of 127.0.0.1 already: choose another port.`,
  );
  first.stop();
  await expect(serveMetrics(new Metrics(INFO), { host: '192.0.2.1', port: 0 })).rejects.toThrow(
    'METRICS_HOST 192.0.2.1 is no address of this machine, and no name of one.',
  );
});
