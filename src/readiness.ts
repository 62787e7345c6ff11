import type { Logger } from 'pino';
import { DatabaseUnavailable, type Outage } from './domain/outage.ts';
import type { Database } from './store/database.ts';

export interface Readiness {
  /** What keeps the service from doing its work, if anything. Whoever asks may make it try to write. */
  check(how: 'look' | 'write'): Promise<DatabaseUnavailable | undefined>;
}

/** Tells the log when it changes. */
export function createReadiness(db: Database, log: Logger): Readiness {
  let before: Outage | undefined;

  function note(outage: DatabaseUnavailable | undefined): void {
    const reason = outage?.reason;
    if (reason === before) return;
    before = reason;
    if (reason) log.error({ reason }, 'not ready');
    else log.info('ready again');
  }

  return {
    async check(how) {
      const outage = await db.ping(how).then(
        () => undefined,
        (error) =>
          error instanceof DatabaseUnavailable ? error : new DatabaseUnavailable('unknown', { cause: error }),
      );
      note(outage);
      return outage;
    },
  };
}
