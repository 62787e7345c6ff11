import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { after, before, it } from 'node:test';
import { selfSigned } from '../../../../test/support/mail/self-signed.ts';
import { createBoundedFetch } from './bounded-fetch.ts';

const { key, cert } = selfSigned();
let requests = 0;
const server = createServer({ key, cert }, (_request, response) => {
  requests++;
  response.end('{}');
});
before(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
});
after(() => {
  delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
  server.close();
  server.closeAllConnections();
});

it('requires a verified certificate, even if NODE_TLS_REJECT_UNAUTHORIZED is 0', async () => {
  const get = (ca?: string[]) => {
    const url = `https://localhost:${(server.address() as AddressInfo).port}/`;
    return createBoundedFetch('Example', ca)(url, { method: 'GET', headers: {} });
  };
  await assert.rejects(get(), /Example did not respond as expected \(.*SELF_SIGNED/);
  assert.equal(requests, 0);
  assert.equal((await get([cert])).status, 200);
});
