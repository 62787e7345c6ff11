import type { Database } from './database.ts';

/** Returns the database for work on closed accounts too, see `WriteHint`. */
export function allowClosed(db: Database): Database {
  return { ...db, write: (work, hint) => db.write(work, { ...hint, evenIfClosed: true, evenIfMoved: true }) };
}
