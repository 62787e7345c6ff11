import type { Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { type FirstKeys, prepareFirstStart, showFirstKeys } from '../actions/account/first-start.ts';
import { applyPlaceFile } from '../actions/account/restore/places.ts';
import { readSealingSecrets } from '../actions/account/sealing/sealing-secrets.ts';
import { prepareSigningKey } from '../actions/agreement/evidence/signing-key.ts';
import { applyErasureFile } from '../actions/customers/erasure/erasure-list.ts';
import { openDemo } from '../actions/demo/demo.ts';
import type { DemoLanguage } from '../actions/demo/demo-texts.ts';
import { prepareDemo } from '../actions/demo/prepare-demo.ts';
import { createDeliverer, recoverDeliveries } from '../actions/events/webhooks/delivering/deliverer.ts';
import { createOwnMail } from '../actions/mail/own-mail.ts';
import { createAttachmentFetcher } from '../actions/mail/replies/attachment-fetcher.ts';
import { createQuoteCreator } from '../actions/quotes/create-quote.ts';
import { createMemoryRateLimits } from '../actions/rate-limits.ts';
import { recordService } from '../actions/running-service.ts';
import { recoverSends } from '../actions/sending/recover-sends.ts';
import { createDatabaseRateLimits } from '../actions/shared-rate-limits.ts';
import { createImapReader, type ImapReaderOptions } from '../adapters/mail/imap/reader.ts';
import { createMailParser } from '../adapters/mail/incoming/parser.ts';
import { createMailOAuthProviders } from '../adapters/mail/oauth/providers.ts';
import { createTokenSource } from '../adapters/mail/oauth/token-source.ts';
import { createSmtpMailer, type SmtpMailerOptions } from '../adapters/mail/smtp/mailer.ts';
import { createServerMailers, type ServerMailersOptions } from '../adapters/mail/smtp/server-mailers.ts';
import { type DocumentOptions, fetchDocument } from '../adapters/net/fetch-document.ts';
import { createPaymentProviders } from '../adapters/payments/providers.ts';
import { createRenderer, type Renderer, type RendererOptions } from '../adapters/pdf/renderer.ts';
import { createSheetReader } from '../adapters/spreadsheet/reader.ts';
import { createStatementReader } from '../adapters/statement/reader.ts';
import type { WebhookOptions } from '../adapters/webhooks/post-event.ts';
import type { Clock } from '../domain/clock.ts';
import type { DocumentRenderer } from '../domain/document.ts';
import type { Mailer } from '../domain/mail/mail.ts';
import { createRejectionCounter } from '../http/limits/sign-in-limit.ts';
import { createWatchers } from '../http/limits/watchers.ts';
import { bundleScripts, type Scripts } from '../pages/scripts.ts';
import type { Database } from '../store/database.ts';
import { openDatabase, retryWhileBusy } from '../store/open-database.ts';
import { type FolderLock, lockFolder } from '../store/sqlite/folder-lock.ts';
import { getOutboxBacklog } from '../store/tables/mail/outbox.ts';
import { findLongestDueMs } from '../store/tables/webhook/due.ts';
import { withClock } from '../store/with-clock.ts';
import { asLocalhost } from './bound-port.ts';
import type { Config } from './config/config.ts';
import { describeDemo, NO_SERVER_MAILERS, type RunningDemo, toDemoConfig } from './demo-service.ts';
import type { Deps } from './deps.ts';
import { type JobName, type Jobs, startJobs } from './jobs.ts';
import { type BoundListener, bindListener, type Listener, STOP_MS } from './listener.ts';
import { createReadiness } from './readiness.ts';
import { createLog } from './telemetry/log.ts';
import { type Backlog, createMetrics } from './telemetry/metrics.ts';
import { serveMetrics } from './telemetry/serve-metrics.ts';

export interface Service {
  /** URL that it listens on. */
  url: string;
  publicUrl: string;
  /** URL for setting up the console; `null` once that is done. */
  setupUrl: string | null;
  /** Present if this is a demo. */
  demo?: RunningDemo;
  /** Whether this was the first start and it has shown the first keys. */
  hasShownKeys: boolean;
  /** Runs a background job immediately. */
  runJob(name: JobName): Promise<void>;
  /** Finishes the requests in progress, then stops. */
  close(): Promise<void>;
}

export interface ServiceOptions {
  clock?: Clock;
  warmUp?: boolean;
  smtp?: (Omit<SmtpMailerOptions, 'url'> & Pick<ServerMailersOptions, 'find'>) | undefined;
  imap?: Omit<ImapReaderOptions, 'privateHosts'> | undefined;
  pdf?: RendererOptions | undefined;
  webhooks?: WebhookOptions | undefined;
  /** Options of fetching the documents of apps. */
  appDocuments?: DocumentOptions | undefined;
  /** Trusted authorities and time limit of payment providers. */
  payments?: Parameters<typeof createPaymentProviders>[1];
  /** Trusted authorities and time limit of the providers of mailboxes. */
  mailOAuth?: Parameters<typeof createMailOAuthProviders>[1];
  /** Replaces the service's own renderer, for example by one that several services share. */
  renderer?: Renderer | undefined;
  /** Bundled browser scripts, if they exist already. */
  scripts?: Scripts | undefined;
  /** Begins a demo in this language in an empty database, or goes on with the one that is there. */
  demo?: DemoLanguage | undefined;
  /** Longest shutdown; 25 seconds by default. */
  stopMs?: number | undefined;
  /** Shows the first keys to the operator. Without it, they stay hidden until a start that passes it. */
  showKeys?: (keys: FirstKeys, at: Pick<Service, 'publicUrl' | 'setupUrl'>) => Promise<void>;
}

export async function startService(config: Config, options: ServiceOptions = {}): Promise<Service> {
  const parts: StartedParts = { stopMs: options.stopMs };
  try {
    return await start(config, options, parts);
  } catch (error) {
    await stop(parts).catch(() => {});
    throw error;
  }
}

/** Parts of a service that have been started so far. */
interface StartedParts {
  stopMs?: number | undefined;
  lock?: FolderLock;
  bound?: BoundListener;
  metricsServer?: Server;
  db?: Database;
  deps?: Deps;
  listener?: Listener;
  jobs?: Jobs;
  warmUp?: NodeJS.Timeout;
}

/** Lets the response to the first quote go first, and spares a short-lived process the warm-up. */
const WARM_UP_DELAY_MS = 500;

/**
 * A start that fails must change nothing. The folder lock and the port are therefore acquired before the database is
 * opened, and connections wait until the service is ready.
 */
async function start(given: Config, options: ServiceOptions, parts: StartedParts): Promise<Service> {
  if (given.databaseUrl === null) parts.lock = lockFolder(given.dataDir);
  const bound = await bindListener(given);
  parts.bound = bound;
  if (given.metricsPort !== null) {
    const text = () => parts.listener?.metricsText();
    parts.metricsServer = await serveMetrics(text, given.host, given.metricsPort);
  }
  const scripts = options.scripts ?? (await bundleScripts());
  const { clock: realClock = Date.now } = options;
  // Only a service lists so much that threads pay off.
  const opened = await openDatabase(given, { readers: {} });
  parts.db = opened;
  const demo = await retryWhileBusy(opened, () => openDemo(opened, options.demo, realClock));
  const config = demo ? toDemoConfig(given, demo) : given;
  const clock = demo?.clock ?? realClock;
  const db = demo || options.clock ? withClock(opened, clock) : opened;
  parts.db = db;
  const { secret, storedSecret, firstKeys, setupCode } = await retryWhileBusy(db, () =>
    prepareFirstStart(db, config, clock()),
  );
  const sealing = readSealingSecrets(config, storedSecret);
  await retryWhileBusy(db, () => applyPlaceFile({ db }).then(() => applyErasureFile({ db, sealing })));
  const responded = () => parts.listener?.responded() ?? 0;
  const { renderer = createRenderer({ ...options.pdf, workers: config.pdfWorkers, responded }) } = options;
  const publicUrl = config.publicUrl ?? bound.url;
  const baseUrl = config.publicUrl ?? asLocalhost(bound.url);
  const setupUrl = demo ? null : setupCode && `${baseUrl}/setup?code=${setupCode}`;
  const deps = createDeps(config, options, { db, secret, sealing, publicUrl, renderer, scripts, demo });
  if (options.warmUp ?? true) warmUpOnFirstQuote(deps, renderer, parts);
  parts.deps = deps;
  // Only one process sends from the embedded database: every open send was left by a process that died.
  await retryWhileBusy(db, () => recoverSends(deps, { allProcessesDead: db.engine === 'sqlite' }));
  if (db.engine === 'sqlite') await retryWhileBusy(db, () => recoverDeliveries(deps));
  await retryWhileBusy(db, () => prepareSigningKey(deps));
  await retryWhileBusy(db, () => recordService(deps, { baseUrl, localUrl: asLocalhost(bound.url) }));
  for (const warning of db.warnings ?? []) deps.log.warn(warning);
  // Requests have the real time, for sessions and limits. What happens to the business has that of the demo.
  const business = demo ? { ...deps, clock } : deps;
  if (demo) await prepareDemo(business, demo);
  const listener = await bound.open(deps, options.stopMs);
  parts.listener = listener;
  const deliverer = createDeliverer(business, options.webhooks);
  const jobs = startJobs(business, listener, deliverer);
  parts.jobs = jobs;
  const { showKeys } = options;
  const hasShownKeys =
    firstKeys && showKeys
      ? await showFirstKeys(db, firstKeys, (keys) => showKeys(keys, { publicUrl, setupUrl }))
      : false;
  return {
    url: bound.url,
    publicUrl,
    setupUrl,
    hasShownKeys,
    ...(demo && { demo: describeDemo(demo, config, baseUrl) }),
    runJob: (name) => jobs.run(name),
    close: () => stop(parts),
  };
}

function createDeps(
  config: Config,
  { clock = Date.now, smtp, imap, payments, appDocuments, mailOAuth: oauthOptions }: ServiceOptions,
  more: Pick<Deps, 'db' | 'secret' | 'sealing' | 'scripts' | 'demo'> & {
    publicUrl: string;
    renderer: DocumentRenderer;
  },
): Deps {
  const { db, secret, sealing, publicUrl, renderer, scripts, demo } = more;
  const { log, logRequest } = createLog(config);
  const mailOptions = { clock, ...smtp, privateHosts: config.mailPrivateHosts };
  const mailOAuth = createMailOAuthProviders(config, oauthOptions);
  const mailboxReader = createImapReader({ ...imap, privateHosts: config.mailPrivateHosts });
  const mailParser = createMailParser();
  return {
    config,
    db,
    readiness: createReadiness(db, log),
    clock,
    startRequestWait: db.startRequestWait,
    createQuote: createQuoteCreator(db),
    rateLimits: db.direct ? createDatabaseRateLimits(db.direct) : createMemoryRateLimits(),
    watchers: createWatchers(),
    countRefused: createRejectionCounter(),
    log,
    logRequest,
    jobRuns: new Map(),
    metrics: createMetrics(() => readBacklog(db, clock())),
    secret,
    sealing,
    renderer,
    mailer: createInstallationMailer(config, { clock, ...smtp }, oauthOptions),
    ownMail: createOwnMail(
      { db, sealing, clock, mailOAuth, config, secret, publicUrl: () => publicUrl },
      demo ? NO_SERVER_MAILERS : createServerMailers(mailOptions),
    ),
    ...{ mailOAuth, mailboxReader, mailParser },
    fetchAttachment: createAttachmentFetcher({ db, sealing, clock, mailOAuth, mailboxReader, mailParser }),
    payments: createPaymentProviders(config, payments),
    fetchAppDocument: (url) => fetchDocument(url, appDocuments),
    statementReader: createStatementReader(),
    sheetReader: createSheetReader(),
    demo,
    publicUrl: () => publicUrl,
    scripts,
  };
}

/** Returns `null` without SMTP_URL. */
function createInstallationMailer(
  config: Config,
  options: Omit<SmtpMailerOptions, 'url'>,
  oauth: ServiceOptions['mailOAuth'],
): Mailer | null {
  const { smtpUrl, mailDkimDomain: domain, mailDkimSelector: selector, mailDkimKey: privateKey } = config;
  if (smtpUrl === null) return null;
  const dkim = domain && selector && privateKey ? { domain, selector, privateKey } : undefined;
  const { smtpOauthTokenUrl: tokenUrl, smtpOauthClientId: clientId } = config;
  const client = tokenUrl !== null &&
    clientId !== null && {
      ...{ tokenUrl, clientId, clientSecret: config.smtpOauthClientSecret },
      ...{ refreshToken: config.smtpOauthRefreshToken, scope: config.smtpOauthScope },
    };
  const { clock = Date.now } = options;
  const tokens = client ? createTokenSource(client, { ...oauth, clock }) : undefined;
  return createSmtpMailer({ ...options, url: smtpUrl, dkim, tokens });
}

async function readBacklog({ read }: Database, now: number): Promise<Backlog> {
  const [outbox, webhooksDueMs] = await Promise.all([
    getOutboxBacklog(read, now),
    findLongestDueMs(read, now),
  ]);
  return { ...outbox, webhooksDueMs };
}

/**
 * Warms up the typesetter when the first quote is created, as its PDF is likely to be requested soon. A typesetter takes
 * a third of the memory of a service, and a service that only shows existing quotes does not need one.
 */
function warmUpOnFirstQuote(deps: Deps, renderer: Pick<Renderer, 'warmUp'>, parts: StartedParts): void {
  const { createQuote, log } = deps;
  const warmUp = () =>
    renderer.warmUp().catch(() => parts.jobs && log.warn('the typesetter could not be warmed up'));
  deps.createQuote = (...wanted) => {
    parts.warmUp ??= setTimeout(warmUp, WARM_UP_DELAY_MS);
    return createQuote(...wanted);
  };
}

async function stop(parts: StartedParts): Promise<void> {
  const { lock, bound, metricsServer, listener, jobs, warmUp, stopMs = STOP_MS } = parts;
  delete parts.jobs;
  clearTimeout(warmUp);
  const deadline = delay(stopMs, undefined, { ref: false });
  // Work that hangs is abandoned, as by a kill: the next start recovers it.
  await waitUntil(Promise.all([(listener ?? bound)?.close(), jobs?.stop()]), deadline);
  metricsServer?.close();
  await waitUntil(closeParts(parts), deadline);
  lock?.release();
}

async function waitUntil(work: Promise<unknown>, deadline: Promise<void>): Promise<void> {
  work.catch(() => {});
  await Promise.race([work, deadline]);
}

async function closeParts({ deps, db }: StartedParts): Promise<void> {
  const { renderer, mailer, ownMail, mailParser, statementReader, sheetReader } = deps ?? {};
  await renderer?.close();
  const adapters = [mailer, ownMail, mailParser, statementReader, sheetReader];
  await Promise.all(adapters.map((adapter) => adapter?.close()));
  await db?.close();
}
