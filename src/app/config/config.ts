import { availableParallelism } from 'node:os';
import { availableMemory } from '../../adapters/available-memory.ts';
import { EVIDENCE_VARIABLES, type EvidenceConfig, findEvidenceConflicts } from './config-evidence.ts';
import { findMailConflicts, MAIL_VARIABLES, type MailConfig } from './config-mail.ts';
import { PEOPLE_VARIABLES, type PeopleConfig } from './config-people.ts';
import {
  apiKey,
  apiUrl,
  databaseUrl,
  defaultPdfWorkers,
  findConflicts,
  integer,
  LOG_LEVELS,
  oneOf,
  onOff,
  origins,
  publicUrl,
  secret,
  text,
} from './config-values.ts';
import {
  type Environment,
  readVariable,
  secretVariable,
  type Variable,
  variable,
} from './config-variable.ts';

/** The only reader of the environment. Every variable is a row here, in `docs/configuration.md` and in `proffer config`. */
export interface Config extends MailConfig, EvidenceConfig, PeopleConfig {
  host: string;
  port: number;
  dataDir: string;
  /** Folder in which the backups of the operator are. */
  backupDir: string | null;
  databaseUrl: string | null;
  databasePooler: 'none' | 'transaction';
  /** URL without a trailing slash; `null` for the address that the service listens on. */
  publicUrl: string | null;
  apiKey: string | null;
  secret: string | null;
  previousSecret: string | null;
  logLevel: string;
  corsOrigins: string[];
  trustProxy: boolean;
  hstsSubdomains: boolean;
  metricsPort: number | null;
  maxRequests: number;
  readsPerMinute: number;
  writesPerMinute: number;
  limitAutomation: boolean;
  sendsPerQuoteHour: number;
  sendsPerRecipientHour: number;
  pdfWorkers: number;
  pdfUrlDays: number;
  eventsDays: number;
  webhooksPrivate: boolean;
  /** URLs without a trailing slash; `null` for those of the providers. */
  stripeApiUrl: string | null;
  mollieApiUrl: string | null;
}

export class ConfigError extends Error {}

/** Fields that are an empty list instead of `null` when the variable is not set. */
const LIST_FIELDS: (keyof Config)[] = ['corsOrigins', 'oidcDomains', 'mailPrivateHosts', 'operators'];

export const VARIABLES: readonly Variable<keyof Config, Config[keyof Config]>[] = [
  variable('HOST', 'host', '127.0.0.1', 'Address to listen on; 0.0.0.0 for all', text),
  variable('PORT', 'port', '3000', 'Port to listen on; 0 picks a free one', integer(0, 65_535)),
  variable('DATA_DIR', 'dataDir', './data', 'Folder of the embedded database', text),
  variable(
    'BACKUP_DIR',
    'backupDir',
    '',
    'Folder of your backups: proffer backup writes to it, and proffer doctor examines it',
    text,
  ),
  secretVariable(
    'DATABASE_URL',
    'databaseUrl',
    '',
    'postgres://… for PostgreSQL instead of the embedded database',
    databaseUrl,
  ),
  variable(
    'DATABASE_POOLER',
    'databasePooler',
    'none',
    'Set to transaction behind a PostgreSQL pooler in transaction mode, such as PgBouncer',
    oneOf(['none', 'transaction']),
  ),
  variable(
    'PUBLIC_URL',
    'publicUrl',
    '',
    'Public base URL, used in links; default: the address the service listens on',
    publicUrl,
  ),
  ...MAIL_VARIABLES,
  secretVariable(
    'PROFFER_API_KEY',
    'apiKey',
    '',
    'A read-write key of the first account, for automation: prf_live_ or prf_test_ and at least 32 characters',
    apiKey,
  ),
  secretVariable(
    'PROFFER_SECRET',
    'secret',
    '',
    'Secret that signs links and encrypts stored keys and passwords, at least 32 characters; default: generated on first start',
    secret,
  ),
  secretVariable(
    'PROFFER_SECRET_PREVIOUS',
    'previousSecret',
    '',
    'The secret before PROFFER_SECRET was changed: still accepted, never used for anything new',
    secret,
  ),
  variable('LOG_LEVEL', 'logLevel', 'info', LOG_LEVELS.join(', '), oneOf(LOG_LEVELS)),
  variable(
    'CORS_ORIGINS',
    'corsOrigins',
    '',
    'Origins that browsers may call the API and request tokens of apps from, separated by commas',
    origins,
  ),
  variable(
    'TRUST_PROXY',
    'trustProxy',
    'off',
    'Set to on only behind a proxy that overwrites X-Forwarded-For',
    onOff,
  ),
  variable('HSTS_SUBDOMAINS', 'hstsSubdomains', 'off', 'Set to on to send HSTS for all subdomains', onOff),
  variable(
    'METRICS_PORT',
    'metricsPort',
    '',
    'Serve /metrics on this port of HOST, without a key, instead of on PORT with a key of the first account',
    integer(0, 65_535),
  ),
  variable(
    'MAX_REQUESTS',
    'maxRequests',
    '1000',
    'Requests in progress at the same time in this process; more get 503',
    integer(1, 1e6),
  ),
  variable(
    'RATE_LIMIT_READS',
    'readsPerMinute',
    '6000',
    'Read requests allowed per key per minute; 0 means no limit',
    integer(0, 1e9),
  ),
  variable(
    'RATE_LIMIT_WRITES',
    'writesPerMinute',
    '600',
    'Write requests allowed per key per minute; 0 means no limit',
    integer(0, 1e9),
  ),
  variable(
    'RATE_LIMIT_AUTOMATION',
    'limitAutomation',
    'off',
    'Set to on to apply the rate limits to PROFFER_API_KEY as well',
    onOff,
  ),
  variable(
    'SEND_LIMIT_QUOTE',
    'sendsPerQuoteHour',
    '10',
    'Emails allowed per quote per hour; 0 means no limit',
    integer(0, 1e9),
  ),
  variable(
    'SEND_LIMIT_RECIPIENT',
    'sendsPerRecipientHour',
    '30',
    'Emails allowed per recipient per hour; 0 means no limit',
    integer(0, 1e9),
  ),
  variable(
    'PDF_WORKERS',
    'pdfWorkers',
    String(defaultPdfWorkers(availableParallelism(), availableMemory())),
    'Threads that typeset documents',
    integer(1, 64),
  ),
  variable(
    'PDF_URL_DAYS',
    'pdfUrlDays',
    '7',
    'Days that a PDF URL works, unless the quote is deleted or its links are revoked',
    integer(1, 365),
  ),
  ...EVIDENCE_VARIABLES,
  variable('EVENTS_DAYS', 'eventsDays', '90', 'Days that events are kept in the feed', integer(1, 3650)),
  variable(
    'WEBHOOKS_PRIVATE',
    'webhooksPrivate',
    'off',
    'Set to on to let webhooks of test accounts go to private addresses and to http://, for development',
    onOff,
  ),
  ...PEOPLE_VARIABLES,
  variable(
    'STRIPE_API_URL',
    'stripeApiUrl',
    '',
    'https:// URL that replaces the API of Stripe, for tests',
    apiUrl('/v1'),
  ),
  variable(
    'MOLLIE_API_URL',
    'mollieApiUrl',
    '',
    'https:// URL that replaces the API of Mollie, for tests',
    apiUrl('/v2'),
  ),
];

/** Describes settings of earlier versions that have no effect any more, one sentence each. */
export function describeRemovedVariables(env: Environment): string[] {
  if (!env.SERVER_THREADS?.trim()) return [];
  return ['SERVER_THREADS has no effect: to use more than one core, run several processes on PostgreSQL.'];
}

export function readConfig(env: Environment): Readonly<Config> {
  const problems: string[] = [];
  const entries = VARIABLES.map((entry) => {
    try {
      const { text: given } = readVariable(env, entry);
      if (given === '') return [entry.field, LIST_FIELDS.includes(entry.field) ? [] : null];
      return [entry.field, entry.read(given)];
    } catch (error) {
      problems.push(`${entry.name}: ${(error as Error).message}`);
      return [entry.field, null];
    }
  });
  const config: Config = Object.fromEntries(entries);
  problems.push(...findConflicts(config), ...findMailConflicts(config), ...findEvidenceConflicts(config));
  if (problems.length > 0) throw new ConfigError(problems.join('; '));
  return Object.freeze(config);
}
