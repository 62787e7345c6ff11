import { setTimeout as delay } from 'node:timers/promises';
import { type History, isAcknowledged, type Operation } from './check/history.ts';
import type { Cluster } from './faults/cluster.ts';
import { type Faults, killAndRestart, noFaults } from './faults/faults.ts';
import type { Replica } from './faults/replica.ts';
import { between, type Random } from './random.ts';

/** What must have been acknowledged since the last kill for the next one to count. */
const ACKNOWLEDGED_BETWEEN = 5;
const KILL_EVERY_S = 3;
const AMID_MAIL_MS = 1000;
/** So long without an acknowledgement, the service is not slow but broken. */
const STALL_MS = 60_000;

/** Kills the one process again and again, each time after it has acknowledged something. */
export async function causeKills(
  cluster: Cluster,
  history: History,
  { seconds, kills, random }: { seconds: number; kills?: number; random: Random },
): Promise<Faults> {
  const faults = noFaults();
  const replica = cluster.replicas[0] as Replica;
  const rounds = kills ?? Math.floor(seconds / KILL_EVERY_S);
  const pauseMs = (seconds * 1000) / (rounds + 1);
  for (let round = 0; round < rounds; round++) {
    const before = history.operations.filter(isAcknowledged).length;
    await delay(pauseMs * between(random, 0.3, 1));
    await until(
      history,
      `acknowledgements after start ${round + 1}`,
      (told) => told.length >= before + ACKNOWLEDGED_BETWEEN,
    );
    await killAndRestart(cluster, replica, faults, { random, amidMailMs: Math.min(AMID_MAIL_MS, pauseMs) });
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
