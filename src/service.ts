import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { createQuoteCreator } from './actions/create-quotes.ts';
import { type FirstKey, prepareFirstStart } from './actions/first-start.ts';
import { recoverSendings } from './actions/recover-sendings.ts';
import { type App, buildApp } from './app.ts';
import type { Config } from './config.ts';
import type { Deps } from './deps.ts';
import type { Clock } from './domain/clock.ts';
import { type JobName, startJobs } from './jobs.ts';
import { createSmtpMailer, type SmtpMailerOptions } from './mail/smtp-mailer.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { createRenderer } from './pdf/renderer.ts';
import { createRequestLog } from './request-log.ts';
import { openDatabase } from './store/open-database.ts';
import { outboxBacklog } from './store/outbox.ts';

const SWEEP_MS = 50;
/** Connections that wait to be taken on; what does not fit in is tried again by the caller only after a second. */
const BACKLOG = 4096;
/** Longer than any answer may take: what is still open then is a request that never came whole. */
const PATIENCE_MS = 25_000;

export interface Service {
  /** Where it listens. */
  url: string;
  publicUrl: string;
  /** What the first start made, for the person who started it. */
  firstStart: FirstKey | null;
  /** Does now what happens by itself in time. */
  runJob(name: JobName): Promise<void>;
  /** Finishes the running requests, then stops. */
  close(): Promise<void>;
}

export async function startService(
  config: Config,
  options: { clock?: Clock; warmUp?: boolean; smtp?: Omit<SmtpMailerOptions, 'url'> } = {},
): Promise<Service> {
  const clock = options.clock ?? Date.now;
  const output = pino.destination({ fd: process.stdout.fd, sync: true });
  const log = pino({ level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime }, output);
  const db = await openDatabase(config);
  const { secret, firstKey } = await prepareFirstStart(db, config, clock());
  const metrics = createMetrics(() => outboxBacklog(db.read, clock()));
  const renderer = createRenderer({ workers: config.pdfWorkers });
  let publicUrl = config.publicUrl ?? '';
  const deps: Deps = {
    config,
    db,
    clock,
    createQuote: createQuoteCreator(db),
    log,
    logRequest: createRequestLog(log, output),
    metrics,
    secret,
    renderer,
    mailer: config.smtpUrl === null ? null : createSmtpMailer({ ...options.smtp, url: config.smtpUrl }),
    publicUrl: () => publicUrl,
  };
  // Nobody else has the embedded database open to send: what is still open was left by a process that died.
  await recoverSendings(deps, { allProcessesDead: db.engine === 'sqlite' });
  const app = buildApp(deps);
  let metricsServer: Server | undefined;
  try {
    if (config.metricsPort !== null)
      metricsServer = await serveMetrics(metrics, config.host, config.metricsPort);
    await app.server.listen({ host: config.host, port: config.port, backlog: BACKLOG });
  } catch (error) {
    metricsServer?.close();
    await closeAll(deps);
    throw error;
  }
  const url = addressOf(app.server.server.address() as AddressInfo);
  publicUrl ||= url;
  const jobs = startJobs(deps, app);
  let closing = false;
  if (options.warmUp ?? true)
    renderer.warmUp().catch(() => closing || log.warn('the typesetter could not be warmed up'));
  return {
    url,
    publicUrl,
    firstStart: firstKey,
    runJob: (name) => jobs.run(name),
    async close() {
      closing = true;
      await finishRequests(app);
      metricsServer?.close();
      await jobs.stop();
      await app.flush();
      await closeAll(deps);
    },
  };
}

/** Clients keep connections open for their next request: each is closed as soon as its last answer is out. */
async function finishRequests({ server }: App): Promise<void> {
  const sweep = setInterval(() => server.server.closeIdleConnections(), SWEEP_MS);
  const end = setTimeout(() => server.server.closeAllConnections(), PATIENCE_MS);
  await server.close();
  clearInterval(sweep);
  clearTimeout(end);
}

async function closeAll({ db, renderer, mailer }: Deps): Promise<void> {
  await renderer.close();
  await mailer?.close();
  await db.close();
}

function addressOf({ address, family, port }: AddressInfo): string {
  const host = address === '0.0.0.0' || address === '::' ? 'localhost' : address;
  return `http://${family === 'IPv6' && host !== 'localhost' ? `[${host}]` : host}:${port}`;
}

async function serveMetrics({ registry }: Metrics, host: string, port: number): Promise<Server> {
  // Loaded here because it is slow to import and the web server brings its own.
  const { createServer } = await import('node:http');
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    response.setHeader('Content-Type', registry.contentType);
    response.end(await registry.metrics());
  }).listen(port, host);
  await once(server, 'listening');
  return server;
}
