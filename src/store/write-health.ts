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

export interface WriteHealthOptions {
  /** Whether a probe without a result means that writes fail. On SQLite another writer may hold the lock for a while. */
  isSilenceAnOutage?: boolean;
}

/**
 * Tracks whether writes succeed. One rejected for lack of space or permission stands for all others; one that the
 * database did not respond to makes the next check try another.
 */
export function createWriteHealth(
  write: Database['write'],
  { isSilenceAnOutage = false }: WriteHealthOptions = {},
): WriteHealth {
  let isDoubtful = false;
  let outage: DatabaseUnavailable | undefined;
  let lastSuccess = Number.NEGATIVE_INFINITY;
  let lastFailure = Number.NEGATIVE_INFINITY;
  let probing: Promise<void> | undefined;

  const watched: Database['write'] = async (work, hint) => {
    try {
      const result = await write(work, hint);
      lastSuccess = performance.now();
      outage = undefined;
      isDoubtful = false;
      return result;
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error;
      if (error.reason === 'away') {
        isDoubtful = true;
      } else {
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
      const isFresh = now - lastSuccess < FRESH_MS && !isDoubtful;
      if (!isLarge && (isFresh || !(mayWrite || isDoubtful))) return;
      probing ??= probe(isLarge).finally(() => {
        probing = undefined;
      });
      const isDone = await isDoneInTime(probing);
      if (isDone || !isSilenceAnOutage || performance.now() - lastSuccess < PROBE_MS) return;
      throw new DatabaseUnavailable('The database has accepted no write for two seconds');
    },
  };
}

const PUT =
  'INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value';

/** Rejects if the probe fails in time. */
async function isDoneInTime(probing: Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, PROBE_MS, false);
  });
  try {
    return await Promise.race([probing.then(() => true), late]);
  } finally {
    clearTimeout(timer);
    probing.catch(() => {});
  }
}
