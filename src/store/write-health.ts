import { DatabaseUnavailable } from '../domain/outage.ts';
import type { Database } from './database.ts';

/** A successful write this recent proves that writes work. */
const FRESH_MS = 1000;
/** Minimum time between probes of a failing database, however many callers wait. */
const RETRY_MS = 250;
const PROBE_MS = 2000;
/** As large as a write may be: a full disk may still have room for a smaller one. */
const LARGE_VALUE = 'x'.repeat(256 * 1024);
const PROBE = 'probe';

export interface WriteHealth {
  write: Database['write'];
  /** Rejects if writes fail; `isSuspect` if something else indicates that they may. */
  expectWrites(options: { isSuspect: boolean; mayWrite: boolean }): Promise<void>;
}

/** Tracks whether writes succeed. One rejected for lack of space or permission stands for all others. */
export function createWriteHealth(write: Database['write']): WriteHealth {
  let outage: DatabaseUnavailable | undefined;
  let lastSuccess = Number.NEGATIVE_INFINITY;
  let lastFailure = Number.NEGATIVE_INFINITY;
  let probing: Promise<void> | undefined;

  const watched: Database['write'] = async (work, hint) => {
    try {
      const result = await write(work, hint);
      lastSuccess = performance.now();
      outage = undefined;
      return result;
    } catch (error) {
      if (error instanceof DatabaseUnavailable && error.reason !== 'away') {
        lastFailure = performance.now();
        outage = error;
      }
      throw error;
    }
  };

  /** Writes a row with its current value: changes nothing but requires a commit. */
  async function probe(isLarge: boolean): Promise<void> {
    if (isLarge) await watched((tx) => tx.run(PUT, PROBE, LARGE_VALUE));
    await watched(async (tx) => {
      if (isLarge) await tx.run('DELETE FROM settings WHERE name = ?', PROBE);
      await tx.run(`UPDATE settings SET value = value WHERE name = 'secret'`);
    });
  }

  return {
    write: watched,
    async expectWrites({ isSuspect, mayWrite }) {
      const now = performance.now();
      if (outage && now - lastFailure < RETRY_MS) throw outage;
      const isLarge = isSuspect || outage !== undefined;
      if (!isLarge && (!mayWrite || now - lastSuccess < FRESH_MS)) return;
      probing ??= probe(isLarge).finally(() => {
        probing = undefined;
      });
      await withinLimit(probing);
    },
  };
}

const PUT =
  'INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value';

/** Other writers may hold the lock for a while, which is not an error. */
async function withinLimit(probing: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, PROBE_MS);
  });
  try {
    await Promise.race([probing, late]);
  } finally {
    clearTimeout(timer);
    probing.catch(() => {});
  }
}
