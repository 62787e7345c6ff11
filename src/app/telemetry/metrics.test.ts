import assert from 'node:assert/strict';
import hooks from 'node:perf_hooks';
import { test } from 'node:test';
import { createMetrics } from './metrics.ts';

test('durations are counted in every matching bucket per method, route and status', async () => {
  const metrics = createMetrics(async () => ({ mails: 0, oldestMs: 0, webhooksDueMs: 0 }));
  for (const ms of [0.5, 1, 300, 99_000]) metrics.observe('GET', '/a', 200, ms);
  metrics.observe('GET', '/a', 404, 10);
  metrics.observe('POST', '/a', 200, 1000);
  const text = await metrics.text();
  const counts = [
    ...text.matchAll(/_request_seconds_bucket\{le="([^"]+)",method="GET",route="\/a",status="200"\} (\d+)/g),
  ];
  assert.deepEqual(
    counts.map(([, bound, count]) => [bound, Number(count)]),
    [
      ['0.001', 2],
      ['0.005', 2],
      ['0.02', 2],
      ['0.1', 2],
      ['0.5', 3],
      ['2', 3],
      ['10', 3],
      ['30', 3],
      ['+Inf', 4],
    ],
  );
  assert.match(text, /_request_seconds_sum\{method="GET",route="\/a",status="200"\} 99\.3015\n/);
  assert.match(text, /_request_seconds_count\{method="GET",route="\/a",status="200"\} 4\n/);
  assert.match(text, /_request_seconds_count\{method="GET",route="\/a",status="404"\} 1\n/);
  assert.match(text, /_request_seconds_count\{method="POST",route="\/a",status="200"\} 1\n/);
});

test('several services in a process share one event loop monitor', async ({ mock }) => {
  const none = async () => ({ mails: 0, oldestMs: 0, webhooksDueMs: 0 });
  createMetrics(none);
  const watched = mock.method(hooks, 'monitorEventLoopDelay').mock;
  const another = createMetrics(none);
  assert.equal(watched.callCount(), 0);
  assert.match(await another.text(), /^nodejs_eventloop_lag_p99_seconds [\d.e-]+$/m);
});
