import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseUnavailable } from '../store/database.ts';

/** Shorter than the lease of a sending: after that somebody else may take the matter up. */
const LIMIT_MS = 25_000;
const PAUSE_MS = 500;

/**
 * For what only this process knows, such as that a mail has been taken: a database that is away for a while is asked
 * again. The work must bear to be done twice. A caller who has no time to wait is told after `patienceMs` that the
 * database is away; the work goes on without them.
 */
export async function insist<T>(write: () => Promise<T>, { patienceMs = LIMIT_MS } = {}): Promise<T> {
  const written = untilItIsThere(write);
  if (patienceMs >= LIMIT_MS) return written;
  written.catch(() => {});
  const late = delay(patienceMs, undefined, { ref: false }).then(() => {
    throw new DatabaseUnavailable('The database has been away for too long');
  });
  late.catch(() => {});
  return Promise.race([written, late]);
}

async function untilItIsThere<T>(write: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + LIMIT_MS;
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable) || performance.now() > deadline) throw error;
    }
    await delay(PAUSE_MS, undefined, { ref: false });
  }
}
