import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { selfSigned } from '../test/support/mail/self-signed.ts';

/** Takes every webhook over TLS, and tells how many have come, and how many of them for the first time. */
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
