import { setTimeout as delay } from 'node:timers/promises';
import { WRITE_DOWN_MS } from '../domain/mail/sending-times.ts';
import { DatabaseUnavailable } from '../domain/outage.ts';

const PAUSE_MS = 500;

/**
 * Retries a write while the database is down, for facts that only this process knows, such as that an email was accepted.
 * The write must be idempotent. After `callerWaitsMs` the caller gets `DatabaseUnavailable`, and the retries continue.
 */
export async function untilWritten<T>(
  write: () => Promise<T>,
  { callerWaitsMs = WRITE_DOWN_MS } = {},
): Promise<T> {
  const written = untilItIsThere(write);
  if (callerWaitsMs >= WRITE_DOWN_MS) return written;
  written.catch(() => {});
  const late = delay(callerWaitsMs, undefined, { ref: false }).then(() => {
    throw new DatabaseUnavailable('The database has been down for too long');
  });
  late.catch(() => {});
  return Promise.race([written, late]);
}

async function untilItIsThere<T>(write: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + WRITE_DOWN_MS;
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable) || performance.now() > deadline) throw error;
    }
    await delay(PAUSE_MS, undefined, { ref: false });
  }
}
