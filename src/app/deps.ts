import type { Logger } from 'pino';
import type { SealingSecrets } from '../actions/account/sealing/sealed-field.ts';
import type { Demo } from '../actions/demo/demo.ts';
import type { QuoteCreator } from '../actions/quotes/quote-creator.ts';
import type { RateLimits } from '../actions/rate-limits.ts';
import type { SheetReader } from '../domain/account/import/sheet-reader.ts';
import type { FetchDocument } from '../domain/apps/app.ts';
import type { Clock } from '../domain/clock.ts';
import type { DocumentRenderer } from '../domain/document.ts';
import type { PaymentProviders } from '../domain/invoice/payment/provider.ts';
import type { StatementReader } from '../domain/invoice/statement/statement-reader.ts';
import type { AttachmentFetcher, MailParser } from '../domain/mail/incoming-mail.ts';
import type { Mailer, OwnMail } from '../domain/mail/mail.ts';
import type { MailOAuthProviders } from '../domain/mail/mail-oauth.ts';
import type { MailboxReader } from '../domain/mail/mailbox.ts';
import type { CountRefused } from '../http/limits/sign-in-limit.ts';
import type { Watchers } from '../http/limits/watchers.ts';
import type { Scripts } from '../pages/scripts.ts';
import type { Database } from '../store/database.ts';
import type { Config } from './config/config.ts';
import type { Readiness } from './readiness.ts';
import type { Metrics } from './telemetry/metrics.ts';
import type { RequestLog } from './telemetry/request-log.ts';

interface JobRun {
  endedAt: number;
  hasFailed: boolean;
}

/** Dependencies of the actions and routes, created once at startup and passed as a parameter. */
export interface Deps {
  config: Config;
  db: Database;
  /** Limits how long a request waits for the database, if other processes can keep it busy. */
  startRequestWait?: Database['startRequestWait'];
  readiness: Readiness;
  clock: Clock;
  createQuote: QuoteCreator;
  /** Counts the requests per key and per link. */
  rateLimits: RateLimits;
  watchers: Watchers;
  /** Counts invalid keys per IP. */
  countRefused: CountRefused;
  renderer: DocumentRenderer;
  /** Delivers by the mail server of the installation; `null` without SMTP_URL. */
  mailer: Mailer | null;
  /** Delivers for accounts that have a mail server of their own. */
  ownMail: OwnMail;
  /** Providers at which owners connect the mailbox of an account. */
  mailOAuth: MailOAuthProviders;
  mailParser: MailParser;
  /** Fetches attachments from the mailboxes of accounts, a few at once. */
  fetchAttachment: AttachmentFetcher;
  /** Reads the mailboxes of accounts. */
  mailboxReader: MailboxReader;
  payments: PaymentProviders;
  /** Fetches the document of an app that somebody wants to connect. */
  fetchAppDocument: FetchDocument;
  /** Reads bank statements in a thread. */
  statementReader: StatementReader;
  /** Reads spreadsheets in a thread. */
  sheetReader: SheetReader;
  /** Present if all data are made up, and no email is ever sent. */
  demo?: Demo | undefined;
  /** Signs links. */
  secret: string;
  /** Encrypt stored keys and passwords. */
  sealing: SealingSecrets;
  /** Public base URL without a trailing slash; known once the service listens. */
  publicUrl: () => string;
  /** Bundled browser scripts. */
  scripts: Scripts;
  log: Logger;
  logRequest: RequestLog;
  metrics: Metrics;
  /** The last run of each background job in this process. */
  jobRuns: Map<string, JobRun>;
}
