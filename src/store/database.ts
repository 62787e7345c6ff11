import type { Clock } from '../domain/clock.ts';

export type SqlValue = string | number | null | Uint8Array;

/** A piece of a statement and the values of its `?`. */
export interface Part {
  sql: string;
  values: SqlValue[];
}

/**
 * Limits are few, and stand in the statement: with a `?` there, both engines would plan it anew at every use, which
 * takes longer than to run it.
 */
export function limitTo(limit: number, offset = 0): Part {
  const sql = `LIMIT ${BigInt(limit)}`;
  return offset === 0 ? { sql, values: [] } : { sql: `${sql} OFFSET ?`, values: [offset] };
}

/** `(?, ?), (?, ?)` for so many rows of so many values. */
export function rowsOfValues(rows: number, columns: number): string {
  const row = `(${Array(columns).fill('?').join(', ')})`;
  return Array(rows).fill(row).join(', ');
}

/** The values for `IN`, filled up with the first one to one of few numbers, so that there are few statements. */
export function fewSizes<T>(values: readonly T[]): T[] {
  return Array.from(
    { length: 2 ** Math.ceil(Math.log2(values.length)) },
    (_, at) => (values[at] ?? values[0]) as T,
  );
}

/** Whether a statement changes nothing, in a transaction or out of it. */
export function isRead(statement: string): boolean {
  return /^\s*SELECT\b/.test(statement);
}

/** Statements with `?` for each value. A missing row is `undefined`; `run` gives the number of rows changed. */
export interface Sql {
  get<Row>(statement: string, ...values: SqlValue[]): Promise<Row | undefined>;
  all<Row>(statement: string, ...values: SqlValue[]): Promise<Row[]>;
  run(statement: string, ...values: SqlValue[]): Promise<number>;
  /** Real time, whatever the account whose rows are meant has for its own. */
  readonly clock: Clock;
  /** Ends a SELECT inside a transaction whose rows are about to be changed. Empty where writers queue anyway. */
  readonly forUpdate: string;
  /** Of quotes. */
  readonly search: SearchIndex;
  readonly catalogueSearch: SearchIndex;
  /** Of their numbers. */
  readonly invoiceSearch: SearchIndex;
  readonly customerSearch: SearchIndex;
  /** The texts of a column in the order of the rows, with commas between, as text or as its bytes in UTF-8. */
  joined(column: string): string;
  /** Behind a table: it is to be read along this index. Empty where the engine has statistics to choose by. */
  indexedBy(index: string): string;
  /** The end of a condition: one of the values of a subselect, each looked up by itself however many it gives. */
  oneOf(select: string): string;
}

/** A row that can be found by a text. */
interface SearchedRow {
  id: string;
  search: string;
}

/** Where the engines differ in finding a substring. */
export interface SearchIndex {
  add(sql: Sql, accountId: string, rows: readonly SearchedRow[]): Promise<void>;
  /** A row that has another text by now. */
  replace(sql: Sql, accountId: string, row: SearchedRow): Promise<void>;
  remove(sql: Sql, accountId: string, id: string): Promise<void>;
  /** A condition: the column has the text of one `?` in it. */
  contains(column: string): string;
  /**
   * How many rows have all the runs of characters that are looked for, at most so many: a value. Where it is as many, the
   * rows that match may be any number, or none among many.
   */
  candidates(accountId: string, term: string, most: number): Part;
  /** The part of a query behind FROM: these rows, at most so many, as `q`. */
  firstCandidates(accountId: string, term: string, most: number): { from: string; values: SqlValue[] };
}

/**
 * The port of the store. `read` sees what is committed. `write` runs its work in a transaction of its own and
 * resolves after the commit is durable, together with the others that waited at the same moment; the work must
 * await nothing but `tx`, and may be run again from the start when the engine asks for it. A statement that fails
 * ends the work: catching its error does not save the transaction. Statements that do not need each other's
 * answers are best sent together (`Promise.all`): they cost one round trip.
 */
export interface Database {
  readonly engine: 'sqlite' | 'postgres';
  readonly read: Sql;
  write<T>(work: (tx: Sql) => Promise<T>, hint?: WriteHint): Promise<T>;
  /**
   * Where several processes share the database: changes that need not be exact or last, past the queue of the
   * writes. Each statement is a transaction by itself, and may be run twice when the connection is cut.
   */
  readonly direct?: Sql;
  /** A consistent copy into a new file that only its owner may read, taken while the service runs. */
  backup(file: string): Promise<void>;
  /** What the one who runs the service should change, as found when it was opened. */
  readonly warnings?: readonly string[];
  /**
   * Rejects when the database does not answer or takes no writes, as far as that can be seen; `write` tries it, which
   * alone tells for sure.
   */
  ping(how?: 'look' | 'write'): Promise<void>;
  close(): Promise<void>;
}

export interface WriteHint {
  /**
   * The account whose rows are written. Writes of one account then queue instead of meeting in locks and
   * deadlocks, on all replicas; without it they still are correct.
   */
  account?: string;
  /**
   * What is written could be made again from what is on disk, so that it does no harm when others see it before it is
   * there too. The event loop then need not wait for the disk; `write` resolves after the flush all the same.
   */
  isRemakeable?: boolean;
}
