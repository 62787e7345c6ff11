import type { Migration } from './migration.ts';

const TABLES = ['customers', 'catalogue_items', 'templates', 'feed', 'idempotency'];

/** The shape of stored JSON (`domain/stored-shape.ts`). Quotes and invoices have it from the start. */
export const STORED_SHAPES: Migration = () =>
  TABLES.map((table) => `ALTER TABLE ${table} ADD COLUMN shape INTEGER NOT NULL DEFAULT 0;`).join('\n');
