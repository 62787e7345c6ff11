import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { webUrl } from './config-values.ts';
import { secretVariable, type Variable, variable } from './config-variable.ts';

/** What makes the evidence of decisions stronger than the signature of the installation. */
export interface EvidenceConfig {
  timestampUrl: string | null;
  timestampCa: readonly X509Certificate[] | null;
  pdfSigningKey: KeyObject | null;
  /** The certificate of that key, followed by those that lead to its authority. */
  pdfSigningCertificate: readonly X509Certificate[] | null;
}

export const EVIDENCE_VARIABLES: readonly Variable<
  keyof EvidenceConfig,
  NonNullable<EvidenceConfig[keyof EvidenceConfig]>
>[] = [
  secretVariable(
    'TIMESTAMP_URL',
    'timestampUrl',
    '',
    'URL of a time stamp server (RFC 3161) that is asked for a time stamp of each decision',
    webUrl,
  ),
  variable(
    'TIMESTAMP_CA',
    'timestampCa',
    '',
    'Certificates of the authorities of that server in PEM format, or the path of a file with them; default: the usual ones',
    certificates,
  ),
  secretVariable(
    'PDF_SIGNING_KEY',
    'pdfSigningKey',
    '',
    'RSA or EC private key in PEM format that signs the PDF of each acceptance, or the path of a file with it',
    signingKey,
  ),
  variable(
    'PDF_SIGNING_CERTIFICATE',
    'pdfSigningCertificate',
    '',
    'Certificate of that key in PEM format, followed by those up to its authority, or the path of a file with them',
    certificates,
  ),
];

/** Lists the values that are valid by themselves but not together. An expired certificate is no reason not to start. */
export function findEvidenceConflicts({
  pdfSigningKey: key,
  pdfSigningCertificate,
}: EvidenceConfig): string[] {
  const [own] = pdfSigningCertificate ?? [];
  if (key === null && !own) return [];
  if (key === null) return ['PDF_SIGNING_KEY: must be set together with PDF_SIGNING_CERTIFICATE'];
  if (!own) return ['PDF_SIGNING_CERTIFICATE: must be set together with PDF_SIGNING_KEY'];
  if (own.checkPrivateKey(key)) return [];
  return ['PDF_SIGNING_CERTIFICATE: must begin with the certificate of the key in PDF_SIGNING_KEY'];
}

const MIN_RSA_BITS = 2048;

function signingKey(value: string): KeyObject {
  const key = parseKey(readPem(value, 'a private key'));
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key;
  if (type === 'ec' || (type === 'rsa' && (details?.modulusLength ?? 0) >= MIN_RSA_BITS)) return key;
  throw new Error(`must be an EC key, or an RSA key of at least ${MIN_RSA_BITS} bits`);
}

function parseKey(pem: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch {
    throw new Error('must contain a private key in PEM format without a passphrase');
  }
}

function certificates(value: string): X509Certificate[] {
  const found = readPem(value, 'certificates').match(
    /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g,
  );
  try {
    if (!found) throw new Error('none');
    return found.map((pem) => new X509Certificate(pem));
  } catch {
    throw new Error('must contain certificates in PEM format');
  }
}

/** Some tools cannot pass line breaks in a variable. */
function readPem(value: string, what: string): string {
  if (value.startsWith('-----BEGIN')) return value.replaceAll('\\n', '\n');
  try {
    return readFileSync(value, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`must be ${what} in PEM format or a file that can be read (${code})`);
  }
}
