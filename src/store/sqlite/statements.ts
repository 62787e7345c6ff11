import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { formatPlaceholders, isRead, padToFixedSize, type Sql, type SqlValue } from '../database.ts';
import {
  SEARCHED_CATALOGUE,
  SEARCHED_CUSTOMERS,
  SEARCHED_INVOICES,
  SEARCHED_QUOTES,
} from '../lists/searched-tables.ts';
import { createSqliteSearch, type IndexChange } from './search.ts';

/** Statements are constants, but some exist in several sizes. */
const MAX_STATEMENTS = 1000;

/** Rules for the statements of one job, the same as on PostgreSQL. */
export interface Guard {
  /** A late statement must not run in the transaction of another job. */
  isOver: boolean;
  /** A failed statement ends the work even if its error was caught: no other runs after it. */
  failure: unknown;
  hasWritten: boolean;
}

export interface Statements {
  rows(text: string): StatementSync;
  changes(text: string): StatementSync;
}

export function createStatements(db: DatabaseSync): Statements {
  const prepared = (setUp: (statement: StatementSync) => void) => {
    const statements = new Map<string, StatementSync>();
    return (text: string) => {
      let statement = statements.get(text);
      if (!statement) {
        if (statements.size >= MAX_STATEMENTS) statements.clear();
        statement = db.prepare(text);
        setUp(statement);
        statements.set(text, statement);
      }
      return statement;
    };
  };
  return {
    rows: prepared(() => {}),
    // The search index leaves a last row id that exceeds a safe integer, and `run` always reports it.
    changes: prepared((statement) => statement.setReadBigInts(true)),
  };
}

/** Wraps the execution of a statement. */
type Around = <T>(text: string, run: () => T) => T;

export function createGuarded(guard: Guard): Around {
  return (text, run) => {
    if (guard.isOver) throw new Error('The transaction is over: the work must await its statements');
    if (guard.failure !== undefined) throw guard.failure;
    if (!isRead(text)) guard.hasWritten = true;
    try {
      return run();
    } catch (error) {
      guard.failure = error;
      throw error;
    }
  };
}

/** Called after each statement; returns `undefined` if the next one may follow at once. */
export type GiveWay = () => Promise<void> | undefined;

const MAX_HELD_MS = 20;

/** Lets other requests go on between the statements of a long transaction: they read what was committed before. */
export function createGiveWay(): GiveWay {
  let since = performance.now();
  return () => {
    if (performance.now() - since < MAX_HELD_MS) return undefined;
    return nextTurn().then(() => {
      since = performance.now();
    });
  };
}

export function createSqliteSql(
  statements: Statements,
  changes: IndexChange[],
  around: Around,
  giveWay: GiveWay = () => undefined,
): Sql {
  const execute = async <T>(text: string, statement: () => T): Promise<T> => {
    const result = around(text, statement);
    const turn = giveWay();
    if (turn) await turn;
    return result;
  };
  return {
    get<Row>(text: string, ...values: SqlValue[]) {
      return execute(text, () => statements.rows(text).get(...values)) as Promise<Row | undefined>;
    },
    all<Row>(text: string, ...values: SqlValue[]) {
      return execute(text, () => statements.rows(text).all(...values)) as Promise<Row[]>;
    },
    async run(text, ...values) {
      return Number((await execute(text, () => statements.changes(text).run(...values))).changes);
    },
    clock: Date.now,
    forUpdate: '',
    search: createSqliteSearch(changes, SEARCHED_QUOTES),
    catalogueSearch: createSqliteSearch(changes, SEARCHED_CATALOGUE),
    invoiceSearch: createSqliteSearch(changes, SEARCHED_INVOICES),
    customerSearch: createSqliteSearch(changes, SEARCHED_CUSTOMERS),
    // Only the threads of lists have a limit.
    inTime: 'TRUE',
    async count({ sql, values }) {
      const text = `SELECT count(*) AS n FROM (SELECT 1 ${sql})`;
      const row = around(text, () => statements.rows(text).get(...values));
      return { n: Number(row?.n ?? 0), isComplete: true };
    },
    // As bytes, the result is not decoded only to be encoded again for the response.
    joined: (column) => `CAST(string_agg(${column}, ',') AS BLOB)`,
    field: (column, name) => `${column} ->> '$.${name}'`,
    indexedBy: (index) => `INDEXED BY ${index}`,
    unindexed: (condition) => condition,
    // From a subselect, the planner does not know that there are few values, and may scan another index.
    isAmong(column, values) {
      const some = padToFixedSize(values.length > 0 ? values : ['']);
      return { sql: `${column} IN ${formatPlaceholders(1, some.length)}`, values: some };
    },
    listed: 'SELECT value FROM json_each(?)',
  };
}
