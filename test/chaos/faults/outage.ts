import { setTimeout as delay } from 'node:timers/promises';
import type { History } from '../check/history.ts';
import { type ChaosAccount, createClientFor, type PostgresCluster } from './cluster.ts';

const ANSWER_MS = 5000;
const RECOVERY_MS = 20_000;

/**
 * Crashes and restarts PostgreSQL. During the outage every process must respond with 503 in time, and afterwards it
 * must recover by itself. Resolves to the time of the recovery.
 */
export async function surviveOutage(
  cluster: PostgresCluster,
  history: History,
  { outageMs = 0 }: { outageMs?: number } = {},
): Promise<number> {
  const { postgres, replicas, accounts } = cluster;
  if (!postgres.server) throw new Error('PostgreSQL is not ours to stop');
  const urls = replicas.map(({ url }) => url).filter((url) => url !== undefined);
  const from = performance.now();
  await postgres.server.halt('immediate');
  await Promise.all(urls.map((url) => checkUnavailable(history, url, accounts)));
  await delay(Math.max(0, from + outageMs - performance.now()));
  await postgres.server.start();
  const back = performance.now();
  await Promise.all(urls.map((url) => untilReady(history, url)));
  const to = performance.now();
  cluster.outages.push({ from, to });
  return to - back;
}

/** Expects 503 with Retry-After within five seconds for reads and writes; alive, but not ready. */
async function checkUnavailable(
  { violations }: History,
  url: string,
  accounts: readonly ChaosAccount[],
): Promise<void> {
  const asked = accounts.flatMap((account) => {
    const api = createClientFor({ url }, account);
    return [
      { what: 'GET /quotes', reply: () => api.get('/quotes') },
      { what: 'PATCH', reply: () => api.patch('/account', { email: 'owner@business.example' }) },
    ];
  });
  const ready = { what: '/readyz', reply: () => fetch(`${url}/readyz`) };
  await Promise.all(
    [...asked, ready].map(async ({ what, reply }) => {
      const start = performance.now();
      const answer = await reply().catch((error: Error) => {
        violations.push(`${what} without a database: ${error.message}, because of ${error.cause}`);
      });
      if (!answer) return;
      const { status, headers } = answer;
      const ms = Math.round(performance.now() - start);
      const told = `${what} without a database: ${status} after ${ms} ms`;
      if (status !== 503 || ms > ANSWER_MS) violations.push(told);
      if (headers.get('Retry-After') === null) violations.push(`${told}, without Retry-After`);
    }),
  );
  const { status } = await fetch(`${url}/healthz`);
  if (status !== 200) violations.push(`/healthz without a database: ${status}`);
}

async function untilReady({ violations }: History, url: string): Promise<void> {
  const deadline = performance.now() + RECOVERY_MS;
  while ((await fetch(`${url}/readyz`)).status !== 200) {
    if (performance.now() > deadline) {
      violations.push(`a process was not ready ${RECOVERY_MS} ms after the database was back`);
      return;
    }
    await delay(20);
  }
}
