import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Registry } from 'prom-client';
import { RequestDurations } from './request-durations.ts';

test('durations are counted in every bucket that they fit into, for each method, route and status', async () => {
  const registry = new Registry();
  const durations = new RequestDurations(registry);
  for (const seconds of [0.0005, 0.001, 0.3, 99]) durations.add('GET', '/a', 200, seconds);
  durations.add('GET', '/a', 404, 0.01);
  durations.add('POST', '/a', 200, 1);
  const text = await registry.metrics();
  const counts = [...text.matchAll(/_bucket\{le="([^"]+)",method="GET",route="\/a",status="200"\} (\d+)/g)];
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
  assert.match(text, /_sum\{method="GET",route="\/a",status="200"\} 99\.3015\n/);
  assert.match(text, /_count\{method="GET",route="\/a",status="200"\} 4\n/);
  assert.match(text, /_count\{method="GET",route="\/a",status="404"\} 1\n/);
  assert.match(text, /_count\{method="POST",route="\/a",status="200"\} 1\n/);
});
