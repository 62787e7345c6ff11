import type { Sql, SqlValue } from '../../../src/store/database.ts';

export interface HeardStatement {
  text: string;
  values: SqlValue[];
}

/** Wraps a database and records its statements. */
export function hearing(sql: Sql): { sql: Sql; asked: HeardStatement[] } {
  const asked: HeardStatement[] = [];
  const get: Sql['get'] = (text, ...values) => {
    asked.push({ text, values });
    return sql.get(text, ...values);
  };
  const all: Sql['all'] = (text, ...values) => {
    asked.push({ text, values });
    return sql.all(text, ...values);
  };
  return { sql: { ...sql, get, all }, asked };
}

/** Returns SQLite's query plan. */
export async function sqlitePlan(sql: Sql, { text, values }: HeardStatement): Promise<string> {
  const steps = await sql.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${text}`, ...values);
  return steps.map(({ detail }) => detail).join('\n');
}
