import { ACCOUNT_LIMITS } from './migrations/account-limits.ts';
import { ACCOUNT_NAMES } from './migrations/account-names.ts';
import { APP_TOKEN_ACCESS } from './migrations/app-token-access.ts';
import { BOOKS } from './migrations/books.ts';
import { CLOSED_ACCOUNTS } from './migrations/closed-accounts.ts';
import { CONNECTED_APPS } from './migrations/connected-apps.ts';
import { EVIDENCE } from './migrations/evidence.ts';
import { FIRST_SCHEMA } from './migrations/first-schema.ts';
import { ISSUED_XML } from './migrations/issued-xml.ts';
import type { Migration } from './migrations/migration.ts';
import { MIGRATION_HASHES } from './migrations/migration-hashes.ts';
import { MOVED_ACCOUNTS } from './migrations/moved-accounts.ts';
import { NOTIFICATIONS } from './migrations/notifications.ts';
import { OPENED_LINKS } from './migrations/opened-links.ts';
import { PRICE_LISTS } from './migrations/price-lists.ts';
import { PROPOSALS } from './migrations/proposals.ts';
import { RECURRING_SERIES } from './migrations/recurring-series.ts';
import { SIGNATURES } from './migrations/signatures.ts';

/**
 * Append-only: each migration runs once, in a transaction, in this order. Its place, counted from 1, is its number in
 * `MIGRATION_TABLE`. It is never edited after its release.
 */
export const MIGRATIONS: readonly Migration[] = [
  FIRST_SCHEMA,
  EVIDENCE,
  RECURRING_SERIES,
  BOOKS,
  PROPOSALS,
  CONNECTED_APPS,
  NOTIFICATIONS,
  PRICE_LISTS,
  SIGNATURES,
  ACCOUNT_LIMITS,
  ACCOUNT_NAMES,
  CLOSED_ACCOUNTS,
  ISSUED_XML,
  APP_TOKEN_ACCESS,
  MOVED_ACCOUNTS,
  OPENED_LINKS,
  MIGRATION_HASHES,
];

/** The table of the migrations that a database has. */
export const MIGRATION_TABLE = 'proffer_migrations';

/** Tables that every database of a version before 1.0.0 has, and no later one has both of. */
export const TABLES_BEFORE_1_0 = ['migrations', 'sendings'] as const;
