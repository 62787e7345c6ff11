import { DatabaseUnavailable } from '../domain/outage.ts';
import type { Database } from './database.ts';

/** A success this long ago still tells that writes get through. */
const FRESH_MS = 1000;
/** So often a database in trouble is tried again, however many ask. */
const TRY_AGAIN_MS = 250;
const PROBE_MS = 2000;
/** As much as a write may take: what is left of a full disk may still hold less. */
const LARGE = 'x'.repeat(256 * 1024);
const PROBE = 'probe';

export interface WriteHealth {
  write: Database['write'];
  /** Rejects when writes do not get through; `isSuspect` where something else tells that they may not. */
  expectWrites(options: { isSuspect: boolean; mayWrite: boolean }): Promise<void>;
}

/** Remembers how writes fare. One that was refused for want of space or of permission tells of all others. */
export function writeHealth(write: Database['write']): WriteHealth {
  let trouble: DatabaseUnavailable | undefined;
  let lastSuccess = Number.NEGATIVE_INFINITY;
  let lastFailure = Number.NEGATIVE_INFINITY;
  let probing: Promise<void> | undefined;

  const watched: Database['write'] = async (work, hint) => {
    try {
      const result = await write(work, hint);
      lastSuccess = performance.now();
      trouble = undefined;
      return result;
    } catch (error) {
      if (error instanceof DatabaseUnavailable && error.reason !== 'away') {
        lastFailure = performance.now();
        trouble = error;
      }
      throw error;
    }
  };

  /** A row is written as it is: that changes nothing, but takes a commit. */
  async function probe(isLarge: boolean): Promise<void> {
    if (isLarge) await watched((tx) => tx.run(PUT, PROBE, LARGE));
    await watched(async (tx) => {
      if (isLarge) await tx.run('DELETE FROM settings WHERE name = ?', PROBE);
      await tx.run(`UPDATE settings SET value = value WHERE name = 'secret'`);
    });
  }

  return {
    write: watched,
    async expectWrites({ isSuspect, mayWrite }) {
      const now = performance.now();
      if (trouble && now - lastFailure < TRY_AGAIN_MS) throw trouble;
      const isLarge = isSuspect || trouble !== undefined;
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

/** Others that write may be in the way for a while: that is no trouble. */
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
