import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { History } from '../check/history.ts';
import { between, type Random } from '../random.ts';
import type { Cluster, PostgresCluster } from './cluster.ts';
import { surviveOutage } from './outage.ts';
import type { Replica } from './replica.ts';

export interface Faults {
  kills: number;
  /** Kills during the transfer of an email. */
  killsDuringEmail: number;
  killsDuringErasure: number;
  backends: number;
  /** Commits whose response was lost. */
  lostResponses: number;
  databaseRestarts: number;
  /** How long the processes needed to recover after the database was back. */
  recoveryMs: number;
}

const KILL_EVERY_S = 5;
const LOST_SHARE = 0.03;
const MAX_OUTAGE_MS = 8000;
/** Longest wait for an email to kill its sender. */
const MAX_EMAIL_WAIT_MS = 3000;
/** An erasure takes about this long. */
const ERASURE_MS = 80;

export function createFaults(): Faults {
  return {
    kills: 0,
    killsDuringEmail: 0,
    killsDuringErasure: 0,
    backends: 0,
    lostResponses: 0,
    databaseRestarts: 0,
    recoveryMs: 0,
  };
}

/** Kills each process in turn, restarts PostgreSQL once, and cuts connections all the time. */
export async function causeFaults(
  cluster: PostgresCluster,
  history: History,
  { seconds, random }: { seconds: number; random: Random },
): Promise<Faults> {
  const faults = createFaults();
  const rounds = Math.max(cluster.replicas.length, Math.floor(seconds / KILL_EVERY_S));
  const pauseMs = (seconds * 1000) / (rounds + 1);
  const outageMs = Math.min(MAX_OUTAGE_MS, pauseMs * 2);
  let isOver = false;
  cluster.network.loseResponses(LOST_SHARE);
  const cutting = cutConnections(cluster, random, faults, () => isOver);
  try {
    for (let round = 0; round < rounds; round++) {
      await delay(pauseMs * between(random, 0.3, 0.7));
      const replica = cluster.replicas[round % cluster.replicas.length] as Replica;
      await killAndRestart(cluster, replica, faults, {
        random,
        emailWaitMs: Math.min(MAX_EMAIL_WAIT_MS, pauseMs * 2),
      });
      if (round !== Math.floor(rounds / 2) || !cluster.postgres.server) continue;
      await delay(pauseMs * between(random, 0.3, 0.5));
      // Longer than clients wait: processes must keep their unsaved results during the outage.
      faults.recoveryMs = await surviveOutage(cluster, history, { outageMs });
      faults.databaseRestarts++;
    }
    await delay(pauseMs * 0.5);
  } finally {
    isOver = true;
    cluster.network.loseResponses(0);
    await cutting;
  }
  faults.lostResponses = cluster.network.lost();
  return faults;
}

export async function killAndRestart(
  { mailbox, moments }: Cluster,
  replica: Replica,
  faults: Faults,
  { random, emailWaitMs }: { random: Random; emailWaitMs: number },
): Promise<void> {
  if (random() < 0.2) {
    const erasure = once(moments, 'erasure').then(() => faults.killsDuringErasure++);
    await Promise.race([erasure, delay(emailWaitMs)]);
    await delay(between(random, 0, ERASURE_MS));
  } else if (random() < 0.6) {
    const mail = Promise.race([
      mailbox.nextFrom(replica.lives.at(-1)?.name ?? ''),
      once(moments, 'own email'),
    ]).then(() => faults.killsDuringEmail++);
    await Promise.race([mail, delay(emailWaitMs)]);
  }
  faults.kills++;
  await replica.kill();
  await delay(between(random, 0, 800));
  await replica.start();
}

/** Cuts some of the current connections of the processes at random intervals. */
async function cutConnections(
  { postgres, databaseUrl }: PostgresCluster,
  random: Random,
  faults: Faults,
  isOver: () => boolean,
): Promise<void> {
  const name = new URL(databaseUrl).pathname.slice(1);
  while (!isOver()) {
    await delay(between(random, 300, 1500));
    const share = between(random, 0.1, 0.6).toFixed(2);
    try {
      const { rowCount } = await postgres.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = '${name}' AND application_name = 'proffer' AND random() < ${share}`,
      );
      faults.backends += rowCount ?? 0;
    } catch {
      // The database is down at the moment.
    }
  }
}
