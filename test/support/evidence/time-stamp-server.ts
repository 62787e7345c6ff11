import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { openssl } from './openssl.ts';

/** How it behaves: `hash`, `nonce` and `untrusted` are right but for one thing. */
export type Mood =
  | 'right'
  | 'gone'
  | 'slow'
  | 'error'
  | 'large'
  | 'garbage'
  | 'refusing'
  | 'hash'
  | 'nonce'
  | 'untrusted';

export interface TimeStampServer {
  url: string;
  /** File with the certificate of its authority. */
  ca: string;
  mood: Mood;
  /** Requests so far. */
  asked: number;
  /** Ends the connections that wait for a slow response. */
  hangUp(): void;
  close(): Promise<void>;
}

const AUTHORITY = `
[req]
distinguished_name = dn
prompt = no
[dn]
CN = Test
[ca]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign
[tsa]
basicConstraints = CA:FALSE
extendedKeyUsage = critical, timeStamping
[tsa_config]
serial = serial
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256, sha384
ess_cert_id_alg = sha256
tsa_name = yes
`;

/** Starts a server whose responses OpenSSL makes. */
export async function startTimeStampServer(): Promise<TimeStampServer> {
  const folder = await mkdtemp(join(tmpdir(), 'proffer-tsa-'));
  const [trusted, other] = [join(folder, 'trusted'), join(folder, 'other')];
  await Promise.all([makeAuthority(trusted), makeAuthority(other)]);
  const held = new Set<ServerResponse>();
  const server = createServer(async (request, response) => {
    tsa.asked += 1;
    const query = await buffer(request);
    if (tsa.mood === 'gone') return request.socket.destroy();
    if (tsa.mood === 'slow') return held.add(response);
    response.statusCode = tsa.mood === 'error' ? 500 : 200;
    response.end(await respond(tsa.mood, tsa.mood === 'untrusted' ? other : trusted, query));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const tsa: TimeStampServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/tsr`,
    ca: join(trusted, 'ca.pem'),
    mood: 'right',
    asked: 0,
    hangUp() {
      for (const response of held) response.destroy();
    },
    async close() {
      tsa.hangUp();
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true });
    },
  };
  return tsa;
}

async function makeAuthority(folder: string): Promise<void> {
  await mkdir(folder);
  await writeFile(join(folder, 'tsa.conf'), AUTHORITY);
  await writeFile(join(folder, 'serial'), '01');
  const request = ['req', '-config', 'tsa.conf', '-nodes', '-newkey', 'rsa:2048'];
  const valid = ['-days', '3650'];
  await openssl(
    folder,
    ...request,
    '-x509',
    '-subj',
    '/CN=Test authority',
    '-extensions',
    'ca',
    ...valid,
    '-keyout',
    'ca.key',
    '-out',
    'ca.pem',
  );
  await openssl(folder, ...request, '-subj', '/CN=Test time stamps', '-keyout', 'tsa.key', '-out', 'tsa.csr');
  await openssl(
    folder,
    'x509',
    '-req',
    '-in',
    'tsa.csr',
    '-CA',
    'ca.pem',
    '-CAkey',
    'ca.key',
    '-CAcreateserial',
    ...valid,
    '-extfile',
    'tsa.conf',
    '-extensions',
    'tsa',
    '-out',
    'tsa.pem',
  );
}

let requests = 0;

async function respond(mood: Mood, folder: string, query: Buffer): Promise<Buffer> {
  if (mood === 'garbage') return Buffer.from('<html>');
  if (mood === 'large') return Buffer.alloc(1_000_000, 0x30);
  // PKIStatusInfo: rejection.
  if (mood === 'refusing') return Buffer.from('30053003020102', 'hex');
  const name = `query-${requests++}.tsq`;
  await writeFile(join(folder, name), query);
  if (mood === 'hash' || mood === 'nonce') {
    const text = await openssl(folder, 'ts', '-query', '-in', name, '-text');
    const digest = [...text.matchAll(/^ {4}[0-9a-f]{4} - ([0-9a-f -]{47,49})/gm)]
      .map(([, line = '']) => line.replace(/[ -]/g, ''))
      .join('');
    const wanted = mood === 'hash' ? 'ab'.repeat(32) : digest;
    await openssl(folder, 'ts', '-query', '-sha256', '-digest', wanted, '-cert', '-out', name);
  }
  const signing = [
    '-config',
    'tsa.conf',
    '-section',
    'tsa_config',
    '-signer',
    'tsa.pem',
    '-inkey',
    'tsa.key',
  ];
  await openssl(folder, 'ts', '-reply', ...signing, '-queryfile', name, '-out', `${name}.tsr`);
  return readFile(join(folder, `${name}.tsr`));
}
