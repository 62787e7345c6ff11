import { parentPort, workerData } from 'node:worker_threads';
import type { Deps } from '../deps.ts';
import { type Front, openFront } from '../front.ts';
import { allowanceInDatabase, sharedAllowance } from '../http/shared-allowance.ts';
import { createLog } from '../log.ts';
import { createThreadMetrics } from '../metrics.ts';
import { openDatabase } from '../store/open-database.ts';
import { turnsOf } from '../store/turns.ts';
import { connect } from './calls.ts';
import type { MainFunctions, ThreadFunctions, ThreadSetting } from './server-threads.ts';

const { config, place, secret, publicUrl, turns } = workerData as ThreadSetting;
if (!parentPort) throw new Error('this file is for a thread');

const main = connect<MainFunctions>(parentPort, { listen, report, flush, close } satisfies ThreadFunctions);
const metrics = createThreadMetrics();
let deps: Deps | undefined;
let front: Front | undefined;

async function listen(): Promise<void> {
  const db = await openDatabase(config, turnsOf(turns));
  deps = {
    config,
    db,
    clock: Date.now,
    createQuote: main.createQuote,
    allowance: db.direct ? allowanceInDatabase(db.direct) : sharedAllowance(main.useWindow),
    ...createLog(config),
    metrics: { ...metrics, text: main.metricsText },
    secret,
    renderer: { render: main.render, close: async () => {} },
    mailer: config.smtpUrl === null ? null : { deliver: main.deliver, close: async () => {} },
    publicUrl: () => publicUrl,
  };
  front = await openFront(deps, place);
}

function report() {
  return metrics.report();
}

async function flush(): Promise<void> {
  await front?.flush();
}

async function close(): Promise<void> {
  await front?.close();
  await deps?.db.close();
}
