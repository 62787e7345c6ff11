import { parentPort, workerData } from 'node:worker_threads';
import type { Deps } from '../deps.ts';
import { bindDoor, type Door } from '../door.ts';
import { BLOCK_SHARE, rateLimitsInDatabase, sharedRateLimits } from '../limits/shared-rate-limits.ts';
import { sharedWatchers } from '../limits/watchers.ts';
import { type Listener, openListener } from '../listener.ts';
import { TEMPLATE_VERSION } from '../pdf/typst/template-version.ts';
import { createReadiness } from '../readiness.ts';
import { openDatabase } from '../store/open-database.ts';
import { createLog } from '../telemetry/log.ts';
import { createThreadMetrics } from '../telemetry/metrics.ts';
import { connect } from './calls.ts';
import {
  MAIN_FUNCTIONS,
  type MainFunctions,
  type ThreadFunctions,
  type ThreadSetting,
} from './server-threads.ts';
import { writeTurnsOf } from './write-turns.ts';

const { config, place, turns, responded } = workerData as ThreadSetting;
if (!parentPort) throw new Error('this file is for a thread');

const metrics = createThreadMetrics(responded);
let door: Door | undefined;
let deps: Deps | undefined;
let listener: Listener | undefined;

const { remote: main } = connect<MainFunctions>(
  parentPort,
  {
    async bind() {
      door = await bindDoor(place);
      return door.url;
    },
    async open({ secret, publicUrl, scripts }) {
      const db = await openDatabase(config, writeTurnsOf(turns));
      const { log, logRequest } = createLog(config);
      const blockShare = BLOCK_SHARE / config.serverThreads;
      deps = {
        config,
        db,
        readiness: createReadiness(db, log),
        clock: Date.now,
        createQuote: main.createQuote,
        rateLimits: db.direct
          ? rateLimitsInDatabase(db.direct)
          : sharedRateLimits(main.useWindow, blockShare),
        watchers: sharedWatchers(main),
        countRefused: main.countRefused,
        log,
        logRequest,
        metrics: { ...metrics, text: main.metricsText },
        secret,
        renderer: {
          version: TEMPLATE_VERSION,
          render: main.render,
          checkLogo: main.checkLogo,
          drawLogo: main.drawLogo,
          close: async () => {},
        },
        mailer: config.smtpUrl === null ? null : { deliver: main.deliver, close: async () => {} },
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
