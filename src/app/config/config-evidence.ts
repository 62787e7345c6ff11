import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { webUrl } from './config-values.ts';
import { secretVariable, type Variable, variable } from './config-variable.ts';

/** What makes the evidence of decisions stronger than the signature of the installation. */
export interface EvidenceConfig {
  timestampUrl: string | null;
  timestampCa: readonly X509Certificate[] | null;
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
];

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
    throw new Error(`must be ${what} in PEM format or a file with them that can be read (${code})`);
  }
}
