import { setTimeout as delay } from 'node:timers/promises';
import { type History, isAcknowledged, type Operation } from './check/history.ts';
import type { Cluster } from './faults/cluster.ts';
import { createFaults, type Faults, killAndRestart } from './faults/faults.ts';
import type { Replica } from './faults/replica.ts';
import { between, type Random } from './random.ts';

/** Minimum of acknowledged operations between two kills. */
const MIN_ACKNOWLEDGED = 5;
const KILL_EVERY_S = 3;
const MAX_EMAIL_WAIT_MS = 1000;
/** Without an acknowledgement for this long the service counts as broken, not slow. */
const STALL_MS = 60_000;

/** Kills the only process repeatedly, each time after it has acknowledged operations. */
export async function causeKills(
  cluster: Cluster,
  history: History,
  { seconds, kills, random }: { seconds: number; kills?: number; random: Random },
): Promise<Faults> {
  const faults = createFaults();
  const replica = cluster.replicas[0] as Replica;
  const rounds = kills ?? Math.floor(seconds / KILL_EVERY_S);
  const pauseMs = (seconds * 1000) / (rounds + 1);
  for (let round = 0; round < rounds; round++) {
    const before = history.operations.filter(isAcknowledged).length;
    await delay(pauseMs * between(random, 0.3, 1));
    await until(
      history,
      `acknowledgements after start ${round + 1}`,
      (told) => told.length >= before + MIN_ACKNOWLEDGED,
    );
    await killAndRestart(cluster, replica, faults, {
      random,
      emailWaitMs: Math.min(MAX_EMAIL_WAIT_MS, pauseMs),
    });
  }
  await until(history, 'send', (told) => told.some(({ kind }) => kind === 'send'));
  await until(history, 'answer', (told) => told.some(({ kind }) => kind === 'accept' || kind === 'decline'));
  return faults;
}

async function until(
  { operations, violations }: History,
  what: string,
  isEnough: (acknowledged: Operation[]) => boolean,
): Promise<void> {
  const deadline = performance.now() + STALL_MS;
  while (!isEnough(operations.filter(isAcknowledged))) {
    if (performance.now() > deadline) {
      violations.push(`waited ${STALL_MS} ms for: ${what}`);
      return;
    }
    await delay(20);
  }
}
