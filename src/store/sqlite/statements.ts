import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { isRead, type Sql, type SqlValue } from '../database.ts';
import {
  SEARCHED_CATALOGUE,
  SEARCHED_CUSTOMERS,
  SEARCHED_INVOICES,
  SEARCHED_QUOTES,
} from '../search/searched-tables.ts';
import { type IndexChange, sqliteSearch } from './search.ts';

/** They are written in the code, but some come in sizes. */
const MAX_STATEMENTS = 1000;

/** What holds for the statements of one job, as on the other engine. */
export interface Guard {
  /** A straggler must not run in the transaction of somebody else. */
  isOver: boolean;
  /** A statement that failed ends the work, even if its error was caught: none runs after it. */
  failure: unknown;
  hasWritten: boolean;
}

export interface Statements {
  rows(text: string): StatementSync;
  changes(text: string): StatementSync;
}

export function statementsOf(db: DatabaseSync): Statements {
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
    // The search index leaves behind a "last row" beyond what a number holds; `run` reports it, asked or not.
    changes: prepared((statement) => statement.setReadBigInts(true)),
  };
}

/** How a statement is run. */
type Around = <T>(text: string, run: () => T) => T;

export function guardedBy(guard: Guard): Around {
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

export function sqlOf(statements: Statements, changes: IndexChange[], around: Around): Sql {
  return {
    async get<Row>(text: string, ...values: SqlValue[]) {
      return around(text, () => statements.rows(text).get(...values)) as Row | undefined;
    },
    async all<Row>(text: string, ...values: SqlValue[]) {
      return around(text, () => statements.rows(text).all(...values)) as Row[];
    },
    async run(text, ...values) {
      return Number(around(text, () => statements.changes(text).run(...values)).changes);
    },
    clock: Date.now,
    forUpdate: '',
    search: sqliteSearch(changes, SEARCHED_QUOTES),
    catalogueSearch: sqliteSearch(changes, SEARCHED_CATALOGUE),
    invoiceSearch: sqliteSearch(changes, SEARCHED_INVOICES),
    customerSearch: sqliteSearch(changes, SEARCHED_CUSTOMERS),
    // As bytes it need not be decoded here to be encoded again for the answer.
    joined: (column) => `CAST(string_agg(${column}, ',') AS BLOB)`,
    indexedBy: (index) => `INDEXED BY ${index}`,
    oneOf: (select) => `IN (${select})`,
  };
}
