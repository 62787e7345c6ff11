import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseUnavailable } from '../store/database.ts';

const MAX_TRIES = 5;

/**
 * For what only this process knows, such as that a mail has been taken: a database that is away for a moment is
 * asked again. The work must bear to be done twice.
 */
export async function insist<T>(write: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable) || tries === MAX_TRIES) throw error;
    }
    await delay(500 * tries);
  }
}
