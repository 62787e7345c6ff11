import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { selfSigned } from '../test/support/mail/self-signed.ts';

/** Accepts every webhook over TLS, and reports the number of requests and of distinct events. */
const identity = selfSigned();
const seen = new Set<string>();
let requests = 0;

const server = createServer(identity, (request, response) => {
  requests++;
  seen.add(`${request.url} ${request.headers['webhook-id']}`);
  request.resume().once('end', () => response.writeHead(204).end());
});
process.on('message', () => process.send?.({ requests, events: seen.size }));
server.listen(0, '127.0.0.1', () => {
  process.send?.((server.address() as AddressInfo).port);
  process.send?.({ cert: identity.cert });
});
