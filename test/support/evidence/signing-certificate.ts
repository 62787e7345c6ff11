import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openssl } from './openssl.ts';

export interface SigningCertificate {
  /** Files in PEM format. */
  key: string;
  certificate: string;
  ca: string;
  folder: string;
  remove(): Promise<void>;
}

const CONFIG = `
[req]
distinguished_name = dn
prompt = no
[dn]
CN = Test
[ca]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign
[seal]
basicConstraints = CA:FALSE
keyUsage = critical, digitalSignature, nonRepudiation
`;

/** Makes a key that signs documents, with a certificate of an authority. The certificate is valid from now on, or has ended. */
export async function makeSigningCertificate(
  kind: 'rsa' | 'ec' = 'rsa',
  { isExpired = false } = {},
): Promise<SigningCertificate> {
  const folder = await mkdtemp(join(tmpdir(), 'proffer-seal-'));
  await writeFile(join(folder, 'seal.conf'), CONFIG);
  const algorithm = kind === 'rsa' ? ['rsa:2048'] : ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256'];
  const request = ['req', '-config', 'seal.conf', '-nodes', '-newkey', ...algorithm];
  const authority = ['-x509', '-subj', '/CN=Seal authority', '-extensions', 'ca', '-days', '3650'];
  await openssl(folder, ...request, ...authority, '-keyout', 'ca.key', '-out', 'ca.pem');
  await openssl(
    folder,
    ...request,
    '-subj',
    '/O=Acme Ltd/CN=Acme seal',
    '-keyout',
    'seal.key',
    '-out',
    'seal.csr',
  );
  const signing = ['x509', '-req', '-in', 'seal.csr', '-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial'];
  const days = isExpired ? '-1' : '3650';
  await openssl(
    folder,
    ...signing,
    '-days',
    days,
    '-extfile',
    'seal.conf',
    '-extensions',
    'seal',
    '-out',
    'seal.pem',
  );
  return {
    key: join(folder, 'seal.key'),
    certificate: join(folder, 'seal.pem'),
    ca: join(folder, 'ca.pem'),
    folder,
    remove: () => rm(folder, { recursive: true }),
  };
}
