import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { toAsciiDomain } from '../../domain/mail/mail-address.ts';
import { secretVariable, type Variable, variable } from './config-variable.ts';

/** The key that signs what is sent by `SMTP_URL`; all or none of the fields are `null`. */
export interface DkimConfig {
  mailDkimDomain: string | null;
  mailDkimSelector: string | null;
  /** RSA key in PEM format. */
  mailDkimKey: string | null;
}

export const DKIM_VARIABLES: readonly Variable<keyof DkimConfig, string>[] = [
  variable(
    'MAIL_DKIM_DOMAIN',
    'mailDkimDomain',
    '',
    'Domain that signs emails sent by SMTP_URL (DKIM), usually that of MAIL_FROM',
    domain,
  ),
  variable(
    'MAIL_DKIM_SELECTOR',
    'mailDkimSelector',
    '',
    'Name of the key below _domainkey of that domain, such as proffer',
    selector,
  ),
  secretVariable(
    'MAIL_DKIM_KEY',
    'mailDkimKey',
    '',
    'RSA private key in PEM format, or the path of a file with it; proffer mail dns prints its DNS record',
    privateKey,
  ),
];

export function findDkimConflicts(config: DkimConfig): string[] {
  const missing = DKIM_VARIABLES.filter(({ field }) => config[field] === null).map(({ name }) => name);
  if (missing.length === 0 || missing.length === DKIM_VARIABLES.length) return [];
  const all = DKIM_VARIABLES.map(({ name }) => name).join(', ');
  return [`${missing[0]}: must be set, because a signature needs all of ${all}`];
}

function domain(value: string): string {
  const ascii = toAsciiDomain(value.toLowerCase());
  if (ascii === undefined || !ascii.includes('.')) throw new Error('must be a domain such as acme.example');
  return ascii;
}

function selector(value: string): string {
  if (!/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i.test(value)) {
    throw new Error('must be a name of letters, digits and hyphens, such as proffer');
  }
  return value.toLowerCase();
}

const MIN_KEY_BITS = 2048;
const KEY_ADVICE = '"openssl genrsa -out dkim.pem 2048" makes one';

function privateKey(value: string): string {
  // Some tools cannot pass line breaks in a variable.
  const pem = value.startsWith('-----BEGIN') ? value.replaceAll('\\n', '\n') : readKeyFile(value);
  const { asymmetricKeyType, asymmetricKeyDetails } = parseKey(pem);
  if (asymmetricKeyType !== 'rsa' || (asymmetricKeyDetails?.modulusLength ?? 0) < MIN_KEY_BITS) {
    throw new Error(`must be an RSA key of at least ${MIN_KEY_BITS} bits; ${KEY_ADVICE}`);
  }
  return pem;
}

function readKeyFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`must be a private key in PEM format or a file with one that can be read (${code})`);
  }
}

function parseKey(pem: string) {
  try {
    return createPrivateKey(pem);
  } catch {
    throw new Error(`must contain an RSA private key in PEM format without a passphrase; ${KEY_ADVICE}`);
  }
}
