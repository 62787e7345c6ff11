import { drizzle } from 'drizzle-orm/node-postgres';
import { bigint, serial, timestamp } from 'drizzle-orm/pg-core';
import pg from 'pg';

export { ilike as contains } from 'drizzle-orm';
export { doublePrecision as decimal, index, integer, pgTable as table, text } from 'drizzle-orm/pg-core';

export const id = () => serial('id').primaryKey();
export const amount = (name) => bigint(name, { mode: 'number' });
export const createdAt = () => timestamp('created_at', { withTimezone: true }).notNull().defaultNow();

export function connect(schema) {
  return drizzle(new pg.Pool({ connectionString: process.env.DATABASE }), { schema });
}

export function insertQuote(db, { quotes, quoteItems }, { items, ...fields }) {
  return db.transaction(async (tx) => {
    const [quote] = await tx.insert(quotes).values(fields).returning();
    const rows = items.map((item) => ({ ...item, quoteId: quote.id }));
    return { ...quote, items: await tx.insert(quoteItems).values(rows).returning() };
  });
}
