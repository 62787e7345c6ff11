import type { Database } from '../database.ts';

export type Engine = Database['engine'];

/**
 * Statements in the words of SQLite, which `translateTypes` translates for PostgreSQL. What the engines spell differently
 * beyond that depends on the parameter.
 */
export type Migration = (engine: Engine) => string;

/** Text is compared by bytes on both engines, whatever the collation of the database. */
export function translateTypes(sql: string): string {
  return sql
    .replaceAll(/\bTEXT\b/g, 'TEXT COLLATE "C"')
    .replaceAll(/\bINTEGER\b/g, 'BIGINT')
    .replaceAll(/\bBLOB\b/g, 'BYTEA')
    .replaceAll(/ STRICT(, WITHOUT ROWID)?;/g, ';');
}
