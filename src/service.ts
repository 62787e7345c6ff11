import { once } from 'node:events';
import type { Server } from 'node:http';
import { createQuoteCreator } from './actions/create-quotes.ts';
import { type FirstKey, prepareFirstStart } from './actions/first-start.ts';
import { recoverSendings } from './actions/send/recover-sendings.ts';
import type { Config } from './config.ts';
import type { Deps } from './deps.ts';
import type { Clock } from './domain/clock.ts';
import { type Front, openFront } from './front.ts';
import { ownAllowance } from './http/allowance.ts';
import { ownKnownKeys } from './http/known-keys.ts';
import { allowanceInDatabase } from './http/shared-allowance.ts';
import { refusedInMemory } from './http/sign-in-limit.ts';
import { type JobName, startJobs } from './jobs.ts';
import { createLog } from './log.ts';
import { createSmtpMailer, type SmtpMailerOptions } from './mail/smtp-mailer.ts';
import { createMetrics, METRICS_TYPE } from './metrics.ts';
import { watchLoop } from './pdf/loop-load.ts';
import { createRenderer } from './pdf/renderer.ts';
import type { TypesetterOptions } from './pdf/typesetter.ts';
import { openDatabase, whenAble } from './store/open-database.ts';
import { outboxBacklog } from './store/outbox.ts';
import { newSharedTurns, turnsOf } from './store/turns.ts';
import { openThreads } from './threads/server-threads.ts';

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
  options: {
    clock?: Clock;
    warmUp?: boolean;
    smtp?: Omit<SmtpMailerOptions, 'url'>;
    pdf?: TypesetterOptions;
  } = {},
): Promise<Service> {
  const clock = options.clock ?? Date.now;
  const turns = config.serverThreads > 1 ? newSharedTurns() : undefined;
  if (turns && options.clock) throw new Error('the other threads would not have this clock');
  const db = await openDatabase(config, turns && turnsOf(turns));
  const { secret, firstKey } = await whenAble(db, () => prepareFirstStart(db, config, clock()));
  const metrics = createMetrics(() => outboxBacklog(db.read, clock()));
  let loads: (() => number)[] = [];
  const renderer = createRenderer({
    ...options.pdf,
    workers: config.pdfWorkers,
    loopLoad: () => Math.max(0, ...loads.map((load) => load())),
  });
  let publicUrl = config.publicUrl ?? '';
  const deps: Deps = {
    config,
    db,
    clock,
    createQuote: createQuoteCreator(db, clock),
    allowance: db.direct ? allowanceInDatabase(db.direct) : ownAllowance(),
    knownKeys: ownKnownKeys(),
    countRefused: refusedInMemory(),
    ...createLog(config),
    metrics,
    secret,
    renderer,
    mailer: config.smtpUrl === null ? null : createSmtpMailer({ ...options.smtp, url: config.smtpUrl }),
    publicUrl: () => publicUrl,
  };
  // Nobody else has the embedded database open to send: what is still open was left by a process that died.
  await whenAble(db, () => recoverSendings(deps, { allProcessesDead: db.engine === 'sqlite' }));
  for (const warning of db.warnings ?? []) deps.log.warn(warning);
  let front: Front | undefined;
  let metricsServer: Server | undefined;
  try {
    if (config.metricsPort !== null) {
      const text = () => front?.metricsText() ?? metrics.text();
      metricsServer = await serveMetrics(text, config.host, config.metricsPort);
    }
    front = await (turns ? openThreads(deps, turns) : openFront(deps, config));
  } catch (error) {
    metricsServer?.close();
    await closeAll(deps);
    throw error;
  }
  const { url, loops, close: closeFront } = front;
  loads = loops.map(watchLoop);
  publicUrl ||= url;
  const jobs = startJobs(deps, front);
  let closing = false;
  if (options.warmUp ?? true)
    renderer.warmUp().catch(() => closing || deps.log.warn('the typesetter could not be warmed up'));
  return {
    url,
    publicUrl,
    firstStart: firstKey,
    runJob: (name) => jobs.run(name),
    async close() {
      closing = true;
      await closeFront();
      metricsServer?.close();
      await jobs.stop();
      await closeAll(deps);
    },
  };
}

async function closeAll({ db, renderer, mailer }: Deps): Promise<void> {
  await renderer.close();
  await mailer?.close();
  await db.close();
}

async function serveMetrics(text: () => Promise<string>, host: string, port: number): Promise<Server> {
  // Loaded here because it is slow to import and the web server brings its own.
  const { createServer } = await import('node:http');
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    try {
      const body = await text();
      response.setHeader('Content-Type', METRICS_TYPE).end(body);
    } catch {
      response.writeHead(503).end();
    }
  }).listen(port, host);
  await once(server, 'listening');
  return server;
}
