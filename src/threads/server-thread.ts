import { parentPort, workerData } from 'node:worker_threads';
import { type BoundPort, bindPort } from '../bound-port.ts';
import type { Deps } from '../deps.ts';
import {
  BLOCK_SHARE,
  createDatabaseRateLimits,
  createSharedRateLimits,
} from '../limits/shared-rate-limits.ts';
import { createSharedWatchers } from '../limits/watchers.ts';
import { type Listener, openListener } from '../listener.ts';
import { createImapReader } from '../mail/imap/reader.ts';
import { createMailOAuthProviders } from '../mail/oauth/providers.ts';
import { createPaymentProviders } from '../payments/providers.ts';
import { TEMPLATE_VERSION } from '../pdf/typst/template-version.ts';
import { createReadiness } from '../readiness.ts';
import { openDatabase } from '../store/open-database.ts';
import { createLog } from '../telemetry/log.ts';
import { createThreadMetrics } from '../telemetry/metrics.ts';
import { connect } from './remote-calls.ts';
import {
  MAIN_FUNCTIONS,
  type MainFunctions,
  type ThreadData,
  type ThreadFunctions,
} from './server-threads.ts';
import { createWriteLock } from './write-lock.ts';

const { config, place, turns, responded } = workerData as ThreadData;
if (!parentPort) throw new Error('this file is for a thread');

const metrics = createThreadMetrics(responded);
let door: BoundPort | undefined;
let deps: Deps | undefined;
let listener: Listener | undefined;

const { remote: main } = connect<MainFunctions>(
  parentPort,
  {
    async bind() {
      door = await bindPort(place);
      return door.url;
    },
    async open({ secret, sealing, publicUrl, scripts }) {
      const db = await openDatabase(config, createWriteLock(turns));
      const { log, logRequest } = createLog(config);
      const blockShare = BLOCK_SHARE / config.serverThreads;
      deps = {
        config,
        db,
        readiness: createReadiness(db, log),
        clock: Date.now,
        createQuote: main.createQuote,
        rateLimits: db.direct
          ? createDatabaseRateLimits(db.direct)
          : createSharedRateLimits(main.useWindow, blockShare),
        watchers: createSharedWatchers(main),
        countRefused: main.countRefused,
        log,
        logRequest,
        metrics: { ...metrics, text: main.metricsText },
        secret,
        sealing,
        renderer: {
          version: TEMPLATE_VERSION,
          render: main.render,
          checkLogo: main.checkLogo,
          drawLogo: main.drawLogo,
          drawOnPlate: main.drawOnPlate,
          close: async () => {},
        },
        mailer: config.smtpUrl === null ? null : { deliver: main.deliver, close: async () => {} },
        ownMail: { deliver: main.deliverByOwn, test: main.testOwn, close: async () => {} },
        mailboxReader: createImapReader({ privateHosts: config.mailPrivateHosts }),
        mailOAuth: createMailOAuthProviders(config),
        mailParser: {
          parse: main.parseMail,
          extractAttachment: main.extractAttachment,
          close: async () => {},
        },
        fetchAttachment: main.fetchAttachment,
        payments: createPaymentProviders(config),
        statementReader: { read: main.readStatement, close: async () => {} },
        publicUrl: () => publicUrl,
        scripts,
      };
    },
    async answer() {
      if (deps && door) listener = await openListener(deps, door);
    },
    report: metrics.report,
    async flush() {
      await listener?.flush();
    },
    async finish() {
      await (listener ?? door)?.close();
    },
    async end() {
      await deps?.db.close();
    },
  } satisfies ThreadFunctions,
  MAIN_FUNCTIONS,
);
