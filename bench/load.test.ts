import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { createLoad, rawRequest } from './harness.ts';
import { createBestLoad } from './wrk.ts';

const BODY = { title: 'Büro "[[x]]" 網站' };
const bodies = new Set<string>();
const server = createServer(async (request, reply) => {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk;
  if (request.method === 'POST') bodies.add(body);
  if (request.url === '/cut') return request.socket.destroy();
  reply.writeHead(Number(request.url?.slice(1))).end('{}');
});
let port: number;

before(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
after(() => server.close());

// Without wrk both are the same client.
for (const [createAny, seconds] of [
  [createLoad, 60],
  [createBestLoad, 1],
] as const) {
  test(`${createAny.name} sends the given requests and reports responses other than 2xx`, async () => {
    const load = createAny();
    try {
      const run = (...requests: string[]) => load.run({ port, connections: 2, seconds, requests, limit: 20 });
      bodies.clear();
      const good = await run(rawRequest('POST', '/201', BODY), rawRequest('GET', '/200'));
      assert.ok(good.count >= 2 && good.perSecond > 1, JSON.stringify(good));
      assert.deepEqual(good.statuses, { '2xx': good.count });
      assert.deepEqual([...bodies], [JSON.stringify(BODY)]);
      for (const status of [302, 404, 500]) {
        const bad = await run(rawRequest('GET', `/${status}`));
        assert.notEqual(bad.statuses['2xx'], bad.count, `${load.generator}, ${status}`);
      }
      const mixed = await run(rawRequest('GET', '/200'), rawRequest('GET', '/503'));
      assert.notEqual(mixed.statuses['2xx'], mixed.count, load.generator);
      await assert.rejects(run(rawRequest('GET', '/cut')), /closed a connection/);
    } finally {
      load.close();
    }
  });
}
