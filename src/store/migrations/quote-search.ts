import { type Migration, timeIn } from './dialect.ts';

/** The texts that `q` searches, and the time of the last event of each quote. */
export const QUOTE_SEARCH: readonly Migration[] = [
  // Letters are folded by the service: its first start with this table fills it (`actions/upgrade-rows.ts`).
  ({ engine, text, strict }) => [
    `CREATE TABLE quote_search (
      account_id ${text} NOT NULL,
      quote_id ${text} NOT NULL,
      customer_id ${text} NOT NULL,
      text ${text} NOT NULL,
      PRIMARY KEY (account_id, quote_id)
    ) ${engine === 'sqlite' ? `${strict}, WITHOUT ROWID` : ''}`,
  ],

  ({ engine, integer }) => [
    `ALTER TABLE quote_facts ADD COLUMN last_event_at ${integer} NOT NULL DEFAULT 0`,
    `UPDATE quote_facts SET last_event_at = coalesce((
       SELECT ${timeIn(engine, 'at')} FROM events
       WHERE events.account_id = quote_facts.account_id AND events.document_id = quote_facts.id
       ORDER BY events.id DESC LIMIT 1
     ), created_at)`,
    // With the columns that lists filter by on SQLite, like the other indexes of sort orders.
    `CREATE INDEX quote_facts_by_event ON quote_facts (account_id, last_event_at, id${
      engine === 'sqlite' ? ', valid_until, updated_at, created_at, status, customer_id, currency, total' : ''
    })`,
  ],
];
