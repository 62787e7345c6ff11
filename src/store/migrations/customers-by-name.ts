import { ROW_WORDS_SQL } from '../postgres/search.ts';
import type { Migration } from './dialect.ts';

/** Separates the parts of the search text: identifier, name, email address. */
const BOUNDARY = '\ufdd0';

/** The name in search form, to list customers by it. */
export const CUSTOMERS_BY_NAME: readonly Migration[] = [
  ({ engine, text }) => [
    `ALTER TABLE customers ADD COLUMN name_key ${text} NOT NULL DEFAULT ''`,
    `UPDATE customers SET name_key = ${engine === 'sqlite' ? NAME_IN_SQLITE : NAME_IN_POSTGRES}`,
    'CREATE INDEX customers_by_name ON customers (account_id, name_key, id)',
  ],
];

const AFTER_ID = `substr(search, instr(search, '${BOUNDARY}') + 1)`;
const NAME_IN_SQLITE = `substr(${AFTER_ID}, 1, instr(${AFTER_ID}, '${BOUNDARY}') - 1)`;
const NAME_IN_POSTGRES = `split_part(search, '${BOUNDARY}', 2)`;

/**
 * Every search read all customers, and every list counted them. `customer_counts` has their number and a version that
 * rises whenever a search text changes.
 */
export const CUSTOMERS_BY_TEXT: readonly Migration[] = [
  ({ engine, integer, text, strict }) => [
    `CREATE TABLE customer_counts (
      account_id ${text} PRIMARY KEY,
      n ${integer} NOT NULL CHECK (n >= 0),
      changes ${integer} NOT NULL
    ) ${strict}`,
    'INSERT INTO customer_counts SELECT account_id, count(*), 0 FROM customers GROUP BY account_id',
    ...(engine === 'sqlite' ? NUMBERED_IN_SQLITE : WORDS_IN_POSTGRES),
  ],
];

/** A row number that survives a rewrite of the file, unlike SQLite's implicit one. */
const NUMBERED_IN_SQLITE = [
  'ALTER TABLE customers ADD COLUMN seq INTEGER',
  'UPDATE customers SET seq = rowid',
  'CREATE UNIQUE INDEX customers_by_seq ON customers (seq)',
  `CREATE TRIGGER customers_are_numbered AFTER INSERT ON customers BEGIN
     UPDATE customers SET seq = (SELECT coalesce(max(seq), 0) + 1 FROM customers)
     WHERE account_id = NEW.account_id AND id = NEW.id;
   END`,
  `CREATE VIRTUAL TABLE customer_grams USING fts5
     (grams, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii')`,
  'INSERT INTO customer_grams (rowid, grams) SELECT seq, words_of(account_id, search) FROM customers ORDER BY seq',
];

const WORDS_IN_POSTGRES = [
  `CREATE TABLE customer_grams (
    account_id TEXT COLLATE "C" NOT NULL,
    customer_id TEXT COLLATE "C" NOT NULL,
    grams TSVECTOR NOT NULL,
    PRIMARY KEY (account_id, customer_id)
  )`,
  `INSERT INTO customer_grams SELECT account_id, id, ${ROW_WORDS_SQL} FROM customers`,
  'CREATE INDEX customer_grams_words ON customer_grams USING gin (grams) WITH (gin_pending_list_limit = 256)',
];
