import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseUnavailable } from '../../domain/outage.ts';
import { ConnectionLost, UnsuitableDatabase } from './errors.ts';

const START_MS = 5000;
const START_AGAIN_MS = 200;

/** Retries a startup action while the database is unavailable or busy. */
export async function retryAtStartup<T>(action: () => Promise<T>, maxWaitMs = START_MS): Promise<T> {
  const deadline = performance.now() + maxWaitMs;
  for (;;) {
    try {
      return await action();
    } catch (error) {
      const mayPass = error instanceof DatabaseUnavailable && !(error instanceof UnsuitableDatabase);
      if (!mayPass) throw error;
      if (performance.now() > deadline) throw inWords(error);
    }
    await delay(START_AGAIN_MS);
  }
}

function inWords(error: DatabaseUnavailable): DatabaseUnavailable {
  if (!(error instanceof ConnectionLost)) return error;
  return new DatabaseUnavailable(`The database cannot be reached: ${error.message}`, { cause: error.cause });
}
