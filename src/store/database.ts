export type SqlValue = string | number | null | Uint8Array;

/** Statements with `?` for each value. A missing row is `undefined`; `run` gives the number of rows changed. */
export interface Sql {
  get<Row>(statement: string, ...values: SqlValue[]): Promise<Row | undefined>;
  all<Row>(statement: string, ...values: SqlValue[]): Promise<Row[]>;
  run(statement: string, ...values: SqlValue[]): Promise<number>;
  /** Ends a SELECT inside a transaction whose rows are about to be changed. Empty where writers queue anyway. */
  readonly forUpdate: string;
  readonly search: SearchIndex;
}

/** Where the engines differ in finding a substring. */
export interface SearchIndex {
  add(sql: Sql, accountId: string, quoteId: string, text: string): Promise<void>;
  remove(sql: Sql, accountId: string, quoteId: string): Promise<void>;
  /** The part of a query behind FROM and its conditions; `quotes` is in it under its own name. */
  matching(
    accountId: string,
    text: string,
  ): { from: string; where: string; values: SqlValue[]; order: string };
}

/**
 * The port of the store. `read` sees what is committed. `write` runs its work in a transaction of its own and
 * resolves after the commit is durable, together with the others that waited at the same moment; the work must
 * await nothing but `tx`, and may be run again from the start when the engine asks for it.
 */
export interface Database {
  readonly engine: 'sqlite' | 'postgres';
  readonly read: Sql;
  write<T>(work: (tx: Sql) => Promise<T>): Promise<T>;
  /** A consistent copy, taken while the service runs. */
  backup(file: string): Promise<void>;
  /** Rejects when the database does not answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** The database cannot be reached or does not answer: the caller may try again later. */
export class DatabaseUnavailable extends Error {}
