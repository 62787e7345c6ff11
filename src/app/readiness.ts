import type { Logger } from 'pino';
import { DatabaseUnavailable, type Outage } from '../domain/outage.ts';
import type { Database } from '../store/database.ts';

export interface Readiness {
  /** Returns the outage that keeps the service from working, if any. `write` also tries to write. */
  check(how: 'read' | 'write'): Promise<DatabaseUnavailable | undefined>;
}

/** Logs every change of readiness. */
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
