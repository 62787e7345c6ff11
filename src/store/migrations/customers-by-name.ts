import type { Migration } from './dialect.ts';

/** What stands between the parts of the text that is searched: identifier, name, email address. */
const BOUNDARY = '\ufdd0';

/** The name as it is searched, to list customers by it. */
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
