import type { Migration } from './migration.ts';

/** Names of accounts outside of their JSON, which may have a logo: the operator lists and searches thousands of them. */
export const ACCOUNT_NAMES: Migration = (engine) => `
ALTER TABLE accounts ADD COLUMN name TEXT NOT NULL DEFAULT '';
UPDATE accounts SET name = ${engine === 'sqlite' ? "doc ->> '$.name'" : "doc::json ->> 'name'"};
CREATE INDEX accounts_by_name ON accounts (name, id);
`;
