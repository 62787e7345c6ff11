import type { Clock } from '../domain/clock.ts';
import type { Database } from './database.ts';

/** Returns the database with a different clock. */
export function withClock(db: Database, clock: Clock): Database {
  return {
    ...db,
    read: { ...db.read, clock },
    write: (work, hint) => db.write((tx) => work({ ...tx, clock }), hint),
  };
}
