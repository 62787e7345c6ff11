import { availableParallelism } from 'node:os';
import { isMailAddress } from './domain/mail-address.ts';

/** The only reader of the environment. Every variable is a row here, in `docs/configuration.md` and in `proffer config`. */
export interface Config {
  host: string;
  port: number;
  dataDir: string;
  databaseUrl: string | null;
  /** Without a slash at the end; `null` means: what the service listens on. */
  publicUrl: string | null;
  smtpUrl: string | null;
  mailFrom: string;
  apiKey: string | null;
  secret: string | null;
  logLevel: string;
  corsOrigins: string[];
  trustProxy: boolean;
  metricsPort: number | null;
  serverThreads: number;
  maxRequests: number;
  readsPerMinute: number;
  writesPerMinute: number;
  limitAutomation: boolean;
  sendsPerQuoteHour: number;
  sendsPerRecipientHour: number;
  pdfWorkers: number;
  pdfUrlDays: number;
}

export class ConfigError extends Error {}

export interface Variable {
  name: string;
  field: keyof Config;
  fallback: string;
  secret?: boolean;
  help: string;
  read(text: string): Config[keyof Config];
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

export const VARIABLES: readonly Variable[] = [
  variable('HOST', 'host', '127.0.0.1', 'Address to listen on; 0.0.0.0 for all', text),
  variable('PORT', 'port', '3000', 'Port to listen on; 0 picks a free one', integer(0, 65_535)),
  variable('DATA_DIR', 'dataDir', './data', 'Folder of the embedded database', text),
  {
    ...variable(
      'DATABASE_URL',
      'databaseUrl',
      '',
      'postgres://… for PostgreSQL instead of the embedded database',
      url(['postgres:', 'postgresql:']),
    ),
    secret: true,
  },
  variable(
    'PUBLIC_URL',
    'publicUrl',
    '',
    'Address under which people reach the service; default: what it listens on',
    (value) => withoutSlash(url(['http:', 'https:'])(value)),
  ),
  {
    ...variable(
      'SMTP_URL',
      'smtpUrl',
      '',
      'smtp:// or smtps:// with user and password; without it mail is captured and shown at /outbox',
      url(['smtp:', 'smtps:']),
    ),
    secret: true,
  },
  variable('MAIL_FROM', 'mailFrom', 'quotes@localhost', 'Sender address of all mail', mailAddress),
  {
    ...variable(
      'PROFFER_API_KEY',
      'apiKey',
      '',
      'A read-write key of the first account, for automation: prf_live_… or prf_test_…',
      apiKey,
    ),
    secret: true,
  },
  {
    ...variable(
      'PROFFER_SECRET',
      'secret',
      '',
      'Signs links (at least 32 characters); default: made at the first start and kept in the database',
      secret,
    ),
    secret: true,
  },
  variable('LOG_LEVEL', 'logLevel', 'info', LOG_LEVELS.join(', '), oneOf(LOG_LEVELS)),
  variable(
    'CORS_ORIGINS',
    'corsOrigins',
    '',
    'Origins that browsers may call from, separated by commas',
    origins,
  ),
  variable('TRUST_PROXY', 'trustProxy', 'off', 'on behind a proxy that sets X-Forwarded-For', onOff),
  variable(
    'METRICS_PORT',
    'metricsPort',
    '',
    'Serve /metrics on this port of HOST only, instead of on PORT',
    integer(0, 65_535),
  ),
  variable(
    'SERVER_THREADS',
    'serverThreads',
    '1',
    'Threads that answer requests; more than one on Linux only',
    threads,
  ),
  variable(
    'MAX_REQUESTS',
    'maxRequests',
    '1000',
    'Requests in progress at once in this process; more get 503',
    integer(1, 1e6),
  ),
  variable(
    'RATE_LIMIT_READS',
    'readsPerMinute',
    '6000',
    'Reads a minute and key; 0 for no limit',
    integer(0, 1e9),
  ),
  variable(
    'RATE_LIMIT_WRITES',
    'writesPerMinute',
    '600',
    'Writes a minute and key; 0 for no limit',
    integer(0, 1e9),
  ),
  variable(
    'RATE_LIMIT_AUTOMATION',
    'limitAutomation',
    'off',
    'on: the limits hold for PROFFER_API_KEY too',
    onOff,
  ),
  variable(
    'SEND_LIMIT_QUOTE',
    'sendsPerQuoteHour',
    '10',
    'Mails a quote and hour; 0 for no limit',
    integer(0, 1e9),
  ),
  variable(
    'SEND_LIMIT_RECIPIENT',
    'sendsPerRecipientHour',
    '30',
    'Mails a recipient and hour; 0 for no limit',
    integer(0, 1e9),
  ),
  variable(
    'PDF_WORKERS',
    'pdfWorkers',
    String(Math.min(4, Math.max(2, availableParallelism()))),
    'Threads that typeset documents',
    integer(1, 64),
  ),
  variable('PDF_URL_DAYS', 'pdfUrlDays', '7', 'Days that the URL of a PDF stays open', integer(1, 365)),
];

export function readConfig(env: Readonly<Record<string, string | undefined>>): Readonly<Config> {
  const problems: string[] = [];
  const entries = VARIABLES.map((entry) => {
    const given = env[entry.name]?.trim() || entry.fallback;
    if (given === '') return [entry.field, entry.field === 'corsOrigins' ? [] : null];
    try {
      return [entry.field, entry.read(given)];
    } catch (error) {
      problems.push(`${entry.name}: ${(error as Error).message}`);
      return [entry.field, null];
    }
  });
  if (problems.length > 0) throw new ConfigError(problems.join('; '));
  return Object.freeze(Object.fromEntries(entries) as Config);
}

function variable(
  name: string,
  field: keyof Config,
  fallback: string,
  help: string,
  read: Variable['read'],
): Variable {
  return { name, field, fallback, help, read };
}

function text(value: string): string {
  return value;
}

function integer(min: number, max: number) {
  return (value: string): number => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < min || number > max) {
      throw new Error(`must be a whole number from ${min} to ${max}, not "${value}"`);
    }
    return number;
  };
}

/** Several can share a port where the system spreads the connections over them. */
function threads(value: string): number {
  const count = integer(1, 64)(value);
  if (count > 1 && process.platform !== 'linux') throw new Error('must be 1: more than one need Linux');
  return count;
}

function url(protocols: string[]) {
  return (value: string): string => {
    const wanted = protocols.map((protocol) => `${protocol}//…`).join(' or ');
    if (!URL.canParse(value) || !protocols.includes(new URL(value).protocol)) {
      throw new Error(`must be a URL that begins with ${wanted}`);
    }
    return value;
  };
}

function withoutSlash(value: string): string {
  return value.replace(/\/+$/, '');
}

function mailAddress(value: string): string {
  if (!isMailAddress(value)) throw new Error(`must be a plain mail address, not "${value}"`);
  return value;
}

function apiKey(value: string): string {
  if (!/^prf_(live|test)_[\w-]+$/.test(value)) throw new Error('must look like prf_live_… or prf_test_…');
  return value;
}

function secret(value: string): string {
  if (value.length < 32) throw new Error('must have at least 32 characters');
  return value;
}

function oneOf(values: string[]) {
  return (value: string): string => {
    if (!values.includes(value)) throw new Error(`must be one of ${values.join(', ')}, not "${value}"`);
    return value;
  };
}

function onOff(value: string): boolean {
  return oneOf(['on', 'off'])(value) === 'on';
}

function origins(value: string): string[] {
  return value.split(',').map((part) => {
    const origin = part.trim();
    if (!URL.canParse(origin) || new URL(origin).origin !== origin) {
      throw new Error(`must be origins such as https://app.example, not "${origin}"`);
    }
    return origin;
  });
}
