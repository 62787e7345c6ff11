import type { Logger } from 'pino';
import type { QuoteCreator } from './actions/quote/create-quote.ts';
import type { Config } from './config.ts';
import type { Clock } from './domain/clock.ts';
import type { DocumentRenderer } from './domain/document.ts';
import type { Mailer } from './domain/mail/mail.ts';
import type { RateLimits } from './limits/rate-limits.ts';
import type { CountRefused } from './limits/sign-in-limit.ts';
import type { Watchers } from './limits/watchers.ts';
import type { Readiness } from './readiness.ts';
import type { Database } from './store/database.ts';
import type { Metrics } from './telemetry/metrics.ts';
import type { RequestLog } from './telemetry/request-log.ts';
import type { Scripts } from './web/scripts.ts';

/** All that the actions and routes need, made once at the start and passed along. */
export interface Deps {
  config: Config;
  db: Database;
  /** Whether the database does its part. */
  readiness: Readiness;
  clock: Clock;
  createQuote: QuoteCreator;
  /** What each key and link may still ask for. */
  rateLimits: RateLimits;
  watchers: Watchers;
  /** Keys that were not valid, by where they came from. */
  countRefused: CountRefused;
  renderer: DocumentRenderer;
  /** `null` without SMTP_URL: then all mail is captured. */
  mailer: Mailer | null;
  /** Signs links. */
  secret: string;
  /** Where people reach the service, without a slash at the end; known once it listens. */
  publicUrl: () => string;
  /** What browsers run. */
  scripts: Scripts;
  log: Logger;
  logRequest: RequestLog;
  metrics: Metrics;
}
