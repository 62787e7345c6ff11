import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import pg from 'pg';

const ROWS_PER_TURN = 1000;

/** The database of one product. */
export interface PeerDatabase {
  engine: 'PostgreSQL' | 'SQLite';
  /** URL of a PostgreSQL database, or path of a SQLite file. */
  address: string;
  run(sql: string): Promise<void>;
  /** Inserts rows, as objects by column name. The last `id` must be the highest. */
  insert(table: string, rows: Row[]): Promise<void>;
}

/** On SQLite, which has no date type, products store a `Date` in milliseconds. */
type Row = Record<string, string | number | Date>;

export function onPostgres(url: string): PeerDatabase {
  return {
    engine: 'PostgreSQL',
    address: url,
    run: (sql) =>
      withClient(url, async (client) => {
        await client.query(sql);
      }),
    insert: (table, rows) =>
      withClient(url, async (client) => {
        const columns = listColumns(rows);
        await client.query(
          `INSERT INTO "${table}" (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::"${table}", $1)`,
          [JSON.stringify(rows)],
        );
        await client.query(
          `SELECT setval(pg_get_serial_sequence('${table}', 'id'), max(id)) FROM "${table}"`,
        );
      }),
  };
}

/** Uses a write-ahead log, which the file keeps whatever the product's default is. */
export async function onSqlite(file: string): Promise<PeerDatabase> {
  const run = (sql: string) => withFile(file, (db) => db.exec(sql));
  await run('PRAGMA journal_mode = WAL');
  return {
    engine: 'SQLite',
    address: file,
    run,
    insert: (table, rows) =>
      withFile(file, async (db) => {
        const places = Object.keys(rows[0] ?? {}).map(() => '?');
        const insert = db.prepare(`INSERT INTO "${table}" (${listColumns(rows)}) VALUES (${places})`);
        db.exec('BEGIN');
        for (const [index, row] of rows.entries()) {
          // Lets the event loop run, or connections that the product closes would still look open.
          if (index % ROWS_PER_TURN === 0) await nextTurn();
          const values = Object.values(row);
          insert.run(...values.map((value) => (value instanceof Date ? value.getTime() : value)));
        }
        db.exec('COMMIT');
      }),
  };
}

/** Vacuums and analyzes all databases of the server, as autovacuum would do within hours. */
export async function settle(url: string): Promise<void> {
  const { rows } = await withClient(url, (client) =>
    client.query<{ name: string }>("SELECT datname AS name FROM pg_database WHERE datname LIKE 'proffer_%'"),
  );
  for (const { name } of rows) {
    await onPostgres(Object.assign(new URL(url), { pathname: `/${name}` }).href).run('VACUUM ANALYZE');
  }
  await onPostgres(url).run('CHECKPOINT');
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function withFile(file: string, work: (db: DatabaseSync) => void | Promise<void>): Promise<void> {
  const db = new DatabaseSync(file, { timeout: 10_000 });
  try {
    await work(db);
  } finally {
    db.close();
  }
}

function listColumns(rows: Row[]): string {
  return Object.keys(rows[0] ?? {})
    .map((column) => `"${column}"`)
    .join(', ');
}
