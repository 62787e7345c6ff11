import type { Database, Sql } from './database.ts';

/** A table as both engines have it, without the engine's own columns (row numbers, the search index). */
export interface Table {
  name: string;
  columns: string[];
  /** Primary key, which sorts the rows in the same order on both engines. */
  key: string[];
  hasBytes: boolean;
}

interface Column {
  name: string;
  type: string;
  /** Position in the primary key, or 0. */
  pk: number;
}

const OF_THE_ENGINE =
  /^(sqlite_|quote_grams|catalogue_grams|invoice_grams|customer_grams|proffer_migrations$|rate_windows$)/;
/** SQLite numbers the rows of searched tables itself; only the identifiers are the same on both engines. */
const ROW_NUMBER = 'seq';

/** Lists tables in order of creation, so that each comes after the tables it references. */
export async function listTables(db: Database): Promise<Table[]> {
  const tables: Table[] = [];
  for (const name of await tableNames(db)) {
    if (OF_THE_ENGINE.test(name)) continue;
    const columns = await listColumns(db, name);
    const own = columns.filter((column) => column.name !== ROW_NUMBER);
    tables.push({
      name,
      columns: own.map((column) => column.name).sort(),
      key: own.length < columns.length ? ['account_id', findIdColumn(own)] : listKeyColumns(columns),
      hasBytes: own.some((column) => /blob|bytea/i.test(column.type)),
    });
  }
  return tables;
}

function findIdColumn(columns: readonly Column[]): string {
  return columns.some(({ name }) => name === 'id') ? 'id' : 'quote_id';
}

async function tableNames({ engine, read }: Database): Promise<string[]> {
  const rows = await read.all<{ name: string }>(
    engine === 'sqlite'
      ? `SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY rowid`
      : `SELECT relname AS name FROM pg_class
         WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace ORDER BY oid`,
  );
  return rows.map((row) => row.name);
}

function listColumns({ engine, read }: Database, table: string): Promise<Column[]> {
  return engine === 'sqlite'
    ? read.all<Column>('SELECT name, type, pk FROM pragma_table_info(?)', table)
    : postgresColumns(read, table);
}

function postgresColumns(sql: Sql, table: string): Promise<Column[]> {
  return sql.all<Column>(
    `SELECT attname AS name, format_type(atttypid, NULL) AS type,
       coalesce(array_position((indkey::int2[])[0:indnkeyatts - 1], attnum), 0) AS pk
     FROM pg_attribute LEFT JOIN pg_index ON indrelid = attrelid AND indisprimary
     WHERE attrelid = to_regclass(?) AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
    table,
  );
}

function listKeyColumns(columns: readonly Column[]): string[] {
  return columns
    .filter((column) => column.pk > 0)
    .sort((a, b) => a.pk - b.pk)
    .map((column) => column.name);
}
