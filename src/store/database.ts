import type { Place } from '../domain/account/places.ts';
import type { Clock } from '../domain/clock.ts';
import { DatabaseUnavailable } from '../domain/outage.ts';
import type { RequestWait } from './request-wait.ts';

export type SqlValue = string | number | null | Uint8Array;

/** A piece of SQL and the values of its `?`. */
export interface SqlPart {
  sql: string;
  values: SqlValue[];
}

/**
 * Puts a limit into the statement text. With a `?`, both engines would plan the statement for every use, which takes
 * longer than running it; few different limits are in use.
 */
export function formatLimit(limit: number, offset = 0): SqlPart {
  const sql = `LIMIT ${BigInt(limit)}`;
  return offset === 0 ? { sql, values: [] } : { sql: `${sql} OFFSET ?`, values: [offset] };
}

/** Placeholders for several rows: `(?, ?), (?, ?)`. */
export function formatPlaceholders(rows: number, columns: number): string {
  const row = `(${Array(columns).fill('?').join(', ')})`;
  return Array(rows).fill(row).join(', ');
}

/** Pads the values for `IN` with the first one to one of a few sizes, so that there are few different statements. */
export function padToFixedSize<T>(values: readonly T[]): T[] {
  return Array.from(
    { length: 2 ** Math.ceil(Math.log2(values.length)) },
    (_, at) => (values[at] ?? values[0]) as T,
  );
}

/** Whether a statement changes nothing, inside or outside a transaction. */
export function isRead(statement: string): boolean {
  return /^\s*SELECT\b/.test(statement);
}

/** Statements with `?` for each value. A missing row is `undefined`; `run` returns the number of changed rows. */
export interface Sql {
  get<Row>(statement: string, ...values: SqlValue[]): Promise<Row | undefined>;
  all<Row>(statement: string, ...values: SqlValue[]): Promise<Row[]>;
  run(statement: string, ...values: SqlValue[]): Promise<number>;
  /** Real time, even if the account has a test clock. */
  readonly clock: Clock;
  /** Ends a SELECT in a transaction whose rows will be changed. Empty if the engine serializes writers. */
  readonly forUpdate: string;
  /** Searches quotes. */
  readonly search: SearchIndex;
  readonly catalogueSearch: SearchIndex;
  /** Searches invoice numbers. */
  readonly invoiceSearch: SearchIndex;
  readonly customerSearch: SearchIndex;
  /** Condition on the rows of a list: ends the statement when its time is over or nobody waits for it anymore. */
  readonly inTime: string;
  /** Counts rows, given by what follows SELECT and its columns. A count that takes longer than a second ends. */
  count(rows: SqlPart): Promise<{ n: number; isComplete: boolean }>;
  /**
   * Reads planned for their values, which takes longer. Only if the engine otherwise plans a statement once for all values:
   * of a large account, it may then read most rows to find a few.
   */
  readonly planned?: Pick<Sql, 'all' | 'count'>;
  /** Aggregates a column in row order, separated by commas, as text or as UTF-8 bytes. */
  joined(column: string): string;
  /** The text of a field of the JSON object in a column. */
  field(column: string, name: string): string;
  /** Follows a table name to force an index. Empty if the engine chooses by statistics. */
  indexedBy(index: string): string;
  /** The condition, by which no index is chosen if the engine chooses by statistics. */
  unindexed(condition: string): string;
  /** Condition: the column of an index equals one of the values. Few different statements serve any number of them. */
  isAmong(column: string, values: readonly string[]): SqlPart;
  /** Subselect: the entries of the JSON array that is the value of one `?`, to check rows against. */
  readonly listed: string;
  /** Only of a transaction on a file: notes next to the file, once committed, how far an account has come. */
  readonly note?: (place: Place) => void;
}

/** A row of a searched table. */
interface SearchedRow {
  id: string;
  /** The text in search form. */
  search: string;
}

/** Substring search, which differs between the engines. */
export interface SearchIndex {
  add(sql: Sql, accountId: string, rows: readonly SearchedRow[]): Promise<void>;
  /** Updates the text of a row. */
  replace(sql: Sql, accountId: string, row: SearchedRow): Promise<void>;
  remove(sql: Sql, accountId: string, id: string): Promise<void>;
  /** Condition: the column contains the text of one `?`. */
  contains(column: string): string;
  /** The rows, as the alias, whose indexed text has all trigrams of the term. */
  candidates(accountId: string, term: string, alias: string): { from: string; on: SqlPart };
  /** Subselect: the number of these rows, counted up to a limit. */
  countCandidates(accountId: string, term: string, most: number): SqlPart;
}

/** A state of the database that does not change while it is read. */
export interface Snapshot {
  sql: Sql;
  close(): Promise<void>;
}

/** A statement took longer than it may. */
export class StatementTimeout extends DatabaseUnavailable {}

/** Runs lists in threads, each with a connection of its own. */
export interface ListReaders {
  run(list: string, args: readonly unknown[], caller: ListCaller): Promise<unknown>;
}

export interface ListCaller {
  /** Accounts take turns. */
  account: string;
  isGone?: (() => boolean) | undefined;
}

/**
 * The port of the store. `read` sees committed data. `write` runs its work in its own transaction and resolves when the
 * commit is durable; concurrent writes share a commit. The work must await nothing except `tx`, and may run again from
 * the start if the engine requires it. A failed statement ends the work: catching its error does not save the
 * transaction. Send statements that do not depend on each other together (`Promise.all`): they cost one round trip.
 */
export interface Database {
  readonly engine: 'sqlite' | 'postgres';
  readonly read: Sql;
  /** Only of a file that a service has opened. */
  readonly readers?: ListReaders;
  write<T>(work: (tx: Sql) => Promise<T>, hint?: WriteHint): Promise<T>;
  /**
   * Only if several processes share the database: writes that bypass the queue and need be neither exact nor durable.
   * Each statement is its own transaction, and may run twice if the connection breaks.
   */
  readonly direct?: Sql;
  /**
   * Opens a read transaction of its own, for what reads many rows that belong together. It delays no write, but ends when it
   * is not read for some time.
   */
  openSnapshot(): Promise<Snapshot>;
  /** Writes a consistent copy to a new file that only its owner can read, while the service runs. */
  backup(file: string): Promise<void>;
  /**
   * Only of a file: overwrites what deleted rows left in it and in its log, in steps between which others write.
   * Returns `false` if a reader, such as a backup, still needs the log: repeat it later.
   */
  scrub?(): Promise<boolean>;
  /** Only of a file: the list of erasures next to it. */
  readonly erasureFile?: SideFile;
  /** Only of a file: how far each account had come, next to it. */
  readonly placeFile?: PlaceFile;
  /** Only if other processes can keep it busy: limits how long a request waits for it. */
  readonly startRequestWait?: () => RequestWait;
  /** Settings that the operator should change, found when the database was opened. */
  readonly warnings?: readonly string[];
  /**
   * Rejects if the database does not respond or accepts no writes. `look` reports what is known; `write` tries a write,
   * which is the only proof.
   */
  ping(how?: 'read' | 'write'): Promise<void>;
  close(): Promise<void>;
}

export interface SideFile {
  name: string;
  /** Empty if there is none. */
  read(): Promise<string>;
  write(text: string): Promise<void>;
}

/** A list that each commit adds to. */
export interface PlaceFile extends Pick<SideFile, 'name' | 'read'> {
  /** Begins anew with this list, and again whenever much was added. What is added meanwhile is kept. */
  begin(list: () => Promise<string>): Promise<void>;
  /** Makes what was added survive a power failure; a kill loses nothing of it. */
  flush(): Promise<void>;
}

export interface WriteHint {
  /**
   * The account whose rows are written. Writes of one account then queue, across all processes, instead of colliding in
   * locks and deadlocks. Without it they are slower but still correct.
   */
  account?: string;
  /**
   * Writes even if the account is closed; otherwise the write is rejected with `account_closed`. For what only time does,
   * for the end of what was begun before, for what a read stores, and for taking access away.
   */
  evenIfClosed?: boolean;
  /**
   * With `evenIfClosed`: writes even if the account is being moved to another installation, or was. For what the other one
   * does for itself, by time or when something is read, and for what stays behind. Nobody may be told of such a write.
   */
  evenIfMoved?: boolean;
  /**
   * The written data could be derived again from data on disk, so others may see it before it is flushed. The flush
   * then does not block the event loop; `write` still resolves after it.
   */
  isRecomputable?: boolean;
  /**
   * One of the many transactions of long work that other requests must not notice. On SQLite, the log is then moved into
   * the file in small steps.
   */
  isBulk?: boolean;
}
