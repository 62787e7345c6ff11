import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { selfSigned } from '../../../test/support/mail/self-signed.ts';
import { fetchDocument } from './fetch-document.ts';
import { UnreachableError } from './resolve-host.ts';

const { key, cert } = selfSigned({ host: 'docs.example' });
let server: Server;
let origin: string;
const requested: string[] = [];

before(async () => {
  server = createServer({ key, cert }, ({ url = '' }, response) => {
    requested.push(url);
    if (url === '/slow') return;
    if (url === '/cut') {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': 100 }).write('{');
      setImmediate(() => response.destroy());
      return;
    }
    const size = Number(url.slice(1));
    const status = url === '/moved' ? 302 : 200;
    const type = url === '/text' ? 'text/plain' : 'application/client+json; charset=utf-8';
    const body = url === '/latin' ? Buffer.from('"\xe4"', 'latin1') : JSON.stringify('x'.repeat(size || 1));
    response.writeHead(status, { 'Content-Type': type, Location: `${origin}/1` }).end(body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  origin = `https://docs.example:${(server.address() as AddressInfo).port}`;
});
after(() => {
  server.close();
  server.closeAllConnections();
});

const local = { ca: cert, find: async () => ['127.0.0.1'], privateHosts: ['127.0.0.1'], timeoutMs: 2_000 };

test('JSON of up to 10 KB is returned', async () => {
  assert.equal(await fetchDocument(`${origin}/1`, local), 'x');
  assert.equal(((await fetchDocument(`${origin}/9998`, local)) as string).length, 9998);
  await assert.rejects(fetchDocument(`${origin}/9999`, local), UnreachableError);
});

test('redirects, other types, broken, cut off and slow responses are none', async () => {
  for (const path of ['/moved', '/text', '/latin', '/cut']) {
    await assert.rejects(fetchDocument(origin + path, local), UnreachableError, path);
  }
  assert.deepEqual(requested.slice(-4), ['/moved', '/text', '/latin', '/cut'], 'no redirect was followed');
  await assert.rejects(fetchDocument(`${origin}/slow`, { ...local, timeoutMs: 50 }), UnreachableError);
});

test('nothing is requested from private addresses, whatever a name resolves to', async () => {
  const before = requested.length;
  const { port } = new URL(origin);
  for (const addresses of [
    ['127.0.0.1'],
    ['10.0.0.1'],
    ['8.8.8.8', '127.0.0.1'],
    ['::1'],
    ['::ffff:127.0.0.1'],
    [],
  ]) {
    const options = { ca: cert, find: async () => addresses, timeoutMs: 2_000 };
    await assert.rejects(fetchDocument(`${origin}/1`, options), UnreachableError, addresses.join());
  }
  for (const url of [
    `https://127.0.0.1:${port}/1`,
    `https://localhost:${port}/1`,
    `https://[::1]:${port}/1`,
  ]) {
    await assert.rejects(fetchDocument(url, { ca: cert }), UnreachableError, url);
  }
  for (const url of [
    `http://docs.example:${port}/1`,
    `https://a:b@docs.example:${port}/1`,
    'ftp://docs.example/1',
    'x',
  ]) {
    await assert.rejects(fetchDocument(url, local), UnreachableError, url);
  }
  assert.equal(requested.length, before);
});

test('the certificate must be valid for the name', async () => {
  await assert.rejects(fetchDocument(`${origin}/1`, { ...local, ca: undefined }), UnreachableError);
  const { port } = new URL(origin);
  await assert.rejects(fetchDocument(`https://other.example:${port}/1`, local), UnreachableError);
});
