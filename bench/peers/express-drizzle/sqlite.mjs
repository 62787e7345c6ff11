import Database from 'better-sqlite3';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { integer } from 'drizzle-orm/sqlite-core';

export {
  index,
  integer,
  integer as amount,
  real as decimal,
  sqliteTable as table,
  text,
} from 'drizzle-orm/sqlite-core';

export const id = () => integer('id').primaryKey({ autoIncrement: true });
export const createdAt = () =>
  integer('created_at', { mode: 'timestamp_ms' })
    .notNull()
    .$defaultFn(() => new Date());

/** `LIKE` ignores the case of ASCII letters. */
export const contains = (column, pattern) => sql`${column} LIKE ${pattern} ESCAPE '\\'`;

export function connect(schema) {
  const file = new Database(process.env.DATABASE);
  file.pragma('journal_mode = WAL');
  // The driver's default with a write-ahead log is NORMAL, which can lose the last commits in a power failure.
  file.pragma('synchronous = FULL');
  return drizzle(file, { schema });
}

export function insertQuote(db, { quotes, quoteItems }, { items, ...fields }) {
  return db.transaction((tx) => {
    const quote = tx.insert(quotes).values(fields).returning().get();
    const rows = items.map((item) => ({ ...item, quoteId: quote.id }));
    return { ...quote, items: tx.insert(quoteItems).values(rows).returning().all() };
  });
}
