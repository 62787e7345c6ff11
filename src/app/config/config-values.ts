import { isIP } from 'node:net';
import { parseSmtpUrl } from '../../adapters/mail/smtp/settings.ts';
import { isMailAddress } from '../../domain/mail/mail-address.ts';
import { normalizeEmail } from '../../domain/people/person.ts';

// Parsers of environment variables. Their errors never repeat text that may hold a password.

export function text(value: string): string {
  return value;
}

export function integer(min: number, max: number) {
  return (value: string): number => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < min || number > max) {
      throw new Error(`must be a whole number from ${min} to ${max}${formatActual(value)}`);
    }
    return number;
  };
}

export function databaseUrl(value: string): string {
  const protocols = ['postgres:', 'postgresql:'];
  expectProtocol(value, protocols);
  expectEncodedLogin(value);
  // The URL of a Unix socket has no host: postgres://app@/quotes?host=/var/run/postgresql
  expectUrl(value.replace('@/', '@localhost/'), protocols);
  return value;
}

export function smtpUrl(value: string): string {
  expectProtocol(value, ['smtp:', 'smtps:']);
  expectEncodedLogin(value);
  parseSmtpUrl(value);
  return value;
}

/** Returns the normalized URL without a trailing slash. */
export function publicUrl(value: string): string {
  const { origin, pathname, username, password } = expectUrl(value, ['http:', 'https:']);
  if (username || password) throw new Error('must not contain a user name or password: this URL is public');
  if (/[?#]/.test(value)) throw new Error('must end with the host or a path, without "?" and "#"');
  return (origin + pathname).replace(/\/+$/, '');
}

/** Keeps the provider's exact spelling, as issuers are compared as strings. Plain http is allowed for localhost only. */
export function issuer(value: string): string {
  const { protocol, hostname } = expectUrl(value, ['http:', 'https:']);
  if (protocol === 'http:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname)) {
    throw new Error('must begin with https://, except for localhost');
  }
  return value;
}

/** Reads the URL of a server that is asked, which may contain a user and a password. */
export function webUrl(value: string): string {
  return expectUrl(value, ['http:', 'https:']).href;
}

/** Reads the base URL of an API, with or without its version, and returns it without. */
export function apiUrl(version: string) {
  return (value: string): string => {
    const url = publicUrl(value);
    expectProtocol(url, ['https:']);
    const { origin, pathname } = new URL(url);
    if (!['/', version].includes(pathname)) throw new Error(`must end with the host or with ${version}`);
    return origin;
  };
}

export function domains(value: string): string[] {
  return value.split(',').map((part) => {
    const domain = part.trim().toLowerCase();
    if (!isMailAddress(`a@${domain}`))
      throw new Error(`must be domains such as acme.example${formatActual(domain)}`);
    return domain;
  });
}

/** Reads email addresses of people, in the spelling that they sign in with. */
export function people(value: string): string[] {
  return value.split(',').map((part) => {
    const address = normalizeEmail(part);
    if (address === undefined)
      throw new Error(`must be email addresses such as ada@acme.example${formatActual(part)}`);
    return address;
  });
}

/** Reads host names and addresses without ports; an IPv6 address may have brackets. */
export function hosts(value: string): string[] {
  return value.split(',').map((part) => {
    const host = part
      .trim()
      .toLowerCase()
      .replace(/^\[(.*)\]$/, '$1');
    if (isIP(host) === 0 && !/^[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?$/.test(host))
      throw new Error(`must be host names or addresses such as mail.internal, 10.0.0.5${formatActual(host)}`);
    return host;
  });
}

/** Accepts a bare address, or one with a display name: `Acme <quotes@acme.example>`. */
export function mailAddress(value: string): string {
  const address = /^[^<>]*<([^<>]*)>$/.exec(value)?.[1] ?? value;
  if (!isMailAddress(address)) {
    throw new Error(
      `must be an email address, alone or as in "Acme <quotes@acme.example>"${formatActual(value)}`,
    );
  }
  return address;
}

const API_KEY_LENGTH = 32;

export function apiKey(value: string): string {
  const secret = /^prf_(?:live|test)_([\w-]+)$/.exec(value)?.[1];
  if (secret === undefined) {
    throw new Error('must look like prf_live_… or prf_test_…, with letters, digits, - and _ only');
  }
  if (secret.length < API_KEY_LENGTH) {
    throw new Error(
      `must have at least ${API_KEY_LENGTH} characters after ${value.slice(0, 9)} so that nobody can guess it; "openssl rand -hex 16" generates them`,
    );
  }
  return value;
}

export function secret(value: string): string {
  if (value.length < 32) throw new Error('must have at least 32 characters');
  return value;
}

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

export function oneOf(values: string[]) {
  return (value: string): string => {
    const word = value.toLowerCase();
    if (!values.includes(word)) throw new Error(`must be one of ${values.join(', ')}${formatActual(value)}`);
    return word;
  };
}

const ON = ['on', 'true', 'yes', '1'];
const OFF = ['off', 'false', 'no', '0'];

export function onOff(value: string): boolean {
  const word = value.toLowerCase();
  if (!ON.includes(word) && !OFF.includes(word)) throw new Error(`must be on or off${formatActual(value)}`);
  return ON.includes(word);
}

export function origins(value: string): string[] {
  return value.split(',').map((part) => {
    const origin = part.trim();
    if (URL.parse(origin)?.origin !== origin) {
      throw new Error(`must be origins such as https://app.example${formatActual(origin)}`);
    }
    return origin;
  });
}

function expectUrl(value: string, protocols: string[]): URL {
  const url = URL.parse(value);
  if (url && protocols.includes(url.protocol)) return url;
  expectProtocol(value, protocols);
  throw new Error(`must be a URL: the host or the port after ${protocols.at(-1)}// is not valid`);
}

function expectProtocol(value: string, protocols: string[]): void {
  if (protocols.some((protocol) => value.toLowerCase().startsWith(`${protocol}//`))) return;
  const wanted = protocols.map((protocol) => `${protocol}//…`).join(' or ');
  throw new Error(`must be a URL that begins with ${wanted}`);
}

/** Rejects an unencoded `/`, `?` or `#` in the password: it would end the host, and the rest would be parsed as a path. */
function expectEncodedLogin(value: string): void {
  const [, login = '', rest = ''] = /^[^/]*\/\/([^/?#]*)(.*)$/s.exec(value) ?? [];
  const path = login.includes('@') ? rest.split('?')[0] : rest;
  if (rest.includes('#') || path?.includes('@')) {
    throw new Error(
      'must have the special characters of user and password percent-encoded: %23 for #, %2F for /, %3F for ?',
    );
  }
}

/** Omits a value that may be a URL with a password, set in the wrong variable. */
function formatActual(value: string): string {
  return /[@:]/.test(value) ? '' : `, not "${value}"`;
}

const MIB = 2 ** 20;
/** Memory of one typesetting thread. */
const WORKER_BYTES = 128 * MIB;
/** Memory of the rest of the service. */
const REST_BYTES = 256 * MIB;

/** One worker per processor, from 2 to 4, or fewer if they would not fit in memory. */
export function defaultPdfWorkers(processors: number, memory: number): number {
  const room = Math.floor((memory - REST_BYTES) / WORKER_BYTES);
  return Math.max(1, Math.min(4, Math.max(2, processors), room));
}

interface Combined {
  port: number;
  metricsPort: number | null;
  oidcIssuer: string | null;
  oidcClientId: string | null;
  oidcRedirect: boolean;
  passwordSignIn: boolean;
}

/** Lists the values that are valid by themselves but not together. */
export function findConflicts(config: Combined): string[] {
  const { port, metricsPort, oidcIssuer, oidcClientId, oidcRedirect, passwordSignIn } = config;
  const conflicts: string[] = [];
  if (metricsPort && metricsPort === port)
    conflicts.push('METRICS_PORT: must not be the same as PORT; leave it out to serve /metrics on PORT');
  if (oidcIssuer !== null && oidcClientId === null)
    conflicts.push('OIDC_CLIENT_ID: must be set together with OIDC_ISSUER');
  if (oidcIssuer === null && (oidcRedirect || !passwordSignIn))
    conflicts.push('OIDC_ISSUER: must be set if OIDC_REDIRECT is on or PASSWORD_SIGN_IN is off');
  return conflicts;
}
