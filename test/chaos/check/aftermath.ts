import { readConfig } from '../../../src/app/config/config.ts';
import { type Service, startService } from '../../../src/app/service.ts';
import { sharedRenderer } from '../../support/pdf/shared-renderer.ts';
import { createClock, MINUTE, type TestClock } from '../../support/service/clock.ts';
import type { Cluster } from '../faults/cluster.ts';
import { perform } from '../perform.ts';
import type { Random } from '../random.ts';
import { describeOperation, type History, isAcknowledged, type Operation } from './history.ts';

/** Longer than any lease of a process that died. */
const LEASES_MS = 3 * MINUTE;
const RETRIES = 12;
const REPEATS = 8;

/** Runs one more process whose clock is minutes ahead, so that leases of dead processes have expired. */
export async function withLateReplica<T>(
  cluster: Cluster,
  work: (service: Service, clock: TestClock) => Promise<T>,
): Promise<T> {
  const clock = createClock();
  clock.set(Date.now() + LEASES_MS);
  const config = readConfig({ ...cluster.environment('late'), PORT: '0' });
  const service = await startService(config, {
    clock,
    renderer: sharedRenderer(),
    payments: { caCertificates: [cluster.tills.ca] },
    smtp: { tls: { ca: cluster.ownMailServer.ca } },
  });
  try {
    return await work(service, clock);
  } finally {
    await service.close();
  }
}

/** Repeats all requests without a response, and delivers everything that is queued. */
export async function settleAll(
  history: History,
  service: Service,
  clock: TestClock,
  random: Random,
): Promise<void> {
  await service.runJob('sendings');
  const open = history.operations.filter((operation) => !operation.reply && operation.isRepeatable);
  for (const operation of open) {
    let left = REPEATS;
    await perform(history, operation, { pick: () => service.url, isOpen: () => left-- > 0, random });
    if (!operation.reply) history.violations.push(`no response: ${describeOperation(operation)}`);
  }
  for (let round = 0; round < RETRIES; round++) {
    await service.runJob('outbox');
    clock.advance(10 * MINUTE);
  }
}

/** Repeats every request with a key, which must return its original response. Resolves to their number. */
export async function replayKeys({ operations, violations }: History, url: string): Promise<number> {
  const keyed = operations.filter(
    (operation) => operation.key && operation.reply && (isAcknowledged(operation) || !mayPass(operation)),
  );
  await inParallel(keyed, async (operation) => {
    const again = await operation.run(url);
    const isSame = isAcknowledged(operation)
      ? again.text === operation.reply?.text && again.headers.get('Idempotency-Replayed') === 'true'
      : again.status === operation.reply?.status;
    if (!isSame)
      violations.push(`a repeat got another response: ${describeOperation(operation)} ${answerOf(again)}`);
  });
  return keyed.length;
}

/** Errors are not stored, so a repeat may send, invoice a stage that was accepted since, or pay what is due again. */
function mayPass({ kind, invoiceId, reply }: Operation): boolean {
  return kind === 'send' || invoiceId !== undefined || reply?.body?.code === 'quote_not_accepted';
}

const PARALLEL = 6;

export async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = [...items];
  const worker = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: PARALLEL }, worker));
}

function answerOf({ status, text }: NonNullable<Operation['reply']>): string {
  return `→ ${status} ${text.slice(0, 200)}`;
}
