import { setTimeout as delay } from 'node:timers/promises';
import { RECORD_TIMEOUT_MS } from '../domain/mail/send-timeouts.ts';
import { DatabaseUnavailable } from '../domain/outage.ts';
import { outsideRequest } from '../store/request-wait.ts';

const PAUSE_MS = 500;

/**
 * Retries a write while the database is down, for facts that only this process knows, such as that an email was accepted.
 * The write must be idempotent. After `callerWaitsMs` the caller gets `DatabaseUnavailable`, and the retries continue.
 */
export async function retryWrite<T>(
  write: () => Promise<T>,
  { callerWaitsMs = RECORD_TIMEOUT_MS } = {},
): Promise<T> {
  const written = outsideRequest(() => retryUntilAvailable(write));
  if (callerWaitsMs >= RECORD_TIMEOUT_MS) return written;
  written.catch(() => {});
  const timeout = delay(callerWaitsMs, undefined, { ref: false }).then(() => {
    throw new DatabaseUnavailable('The database has been down for too long');
  });
  timeout.catch(() => {});
  return Promise.race([written, timeout]);
}

async function retryUntilAvailable<T>(write: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + RECORD_TIMEOUT_MS;
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable) || performance.now() > deadline) throw error;
    }
    await delay(PAUSE_MS, undefined, { ref: false });
  }
}
