import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** Accepts every message over STARTTLS, with the library's built-in certificate. */
const server = new SMTPServer({
  authOptional: true,
  disableReverseLookup: true,
  logger: false,
  onData(stream, _session, done) {
    stream.resume().once('end', () => done());
  },
});
server.on('error', () => {});
server.listen(0, '127.0.0.1', () => process.send?.((server.server.address() as AddressInfo).port));
