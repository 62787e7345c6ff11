import type { QueryResult } from 'pg';
import type { Sql, SqlValue } from '../database.ts';
import type { Row } from './connection.ts';
import { catalogueSearch, customerSearch, invoiceSearch, quoteSearch } from './search.ts';
import { type Statement, toStatement } from './statement.ts';

export type RunStatement = (statement: Statement, values: readonly SqlValue[]) => Promise<QueryResult<Row>>;

export function countRows(rows: string): string {
  return `SELECT count(*) AS n FROM (SELECT 1 ${rows}) AS counted`;
}

const LISTED = 'SELECT json_array_elements_text(CAST(? AS json))';

export function createPostgresSql(run: RunStatement): Sql {
  return {
    async get<R>(text: string, ...values: SqlValue[]) {
      return (await run(toStatement(text), values)).rows[0] as R | undefined;
    },
    async all<R>(text: string, ...values: SqlValue[]) {
      return (await run(toStatement(text), values)).rows as R[];
    },
    async run(text, ...values) {
      return (await run(toStatement(text), values)).rowCount ?? 0;
    },
    clock: Date.now,
    forUpdate: 'FOR UPDATE',
    search: quoteSearch,
    catalogueSearch,
    invoiceSearch,
    customerSearch,
    // The session has a statement timeout.
    inTime: 'TRUE',
    async count({ sql, values }) {
      const { rows } = await run(toStatement(countRows(sql)), values);
      return { n: Number(rows[0]?.n), isComplete: true };
    },
    joined: (column) => `string_agg(${column}, ',')`,
    field: (column, name) => `${column}::json ->> '${name}'`,
    indexedBy: () => '',
    unindexed: (condition) => `CASE WHEN ${condition} THEN TRUE ELSE FALSE END`,
    isAmong: (column, values) => ({
      sql: `${column} = ANY (ARRAY(${LISTED}))`,
      values: [JSON.stringify(values)],
    }),
    listed: LISTED,
  };
}
