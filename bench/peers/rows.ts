import pg from 'pg';

export async function withDatabase<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Rows as objects by the names of columns. */
export async function insertRows(client: pg.Client, table: string, rows: Record<string, unknown>[]) {
  const columns = Object.keys(rows[0] ?? {})
    .map((column) => `"${column}"`)
    .join(', ');
  await client.query(
    `INSERT INTO "${table}" (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::"${table}", $1)`,
    [JSON.stringify(rows)],
  );
  await client.query(`SELECT setval(pg_get_serial_sequence('${table}', 'id'), max(id)) FROM "${table}"`);
}

/** Every database of the server as it would be after some hours, for its rows came all at once. */
export async function settle(url: string): Promise<void> {
  const { rows } = await withDatabase(url, (client) =>
    client.query<{ name: string }>("SELECT datname AS name FROM pg_database WHERE datname LIKE 'proffer_%'"),
  );
  for (const { name } of rows) {
    const own = Object.assign(new URL(url), { pathname: `/${name}` }).href;
    await withDatabase(own, (client) => client.query('VACUUM ANALYZE'));
  }
  await withDatabase(url, (client) => client.query('CHECKPOINT'));
}

export function numbered<T extends object>(
  count: number,
  make: (index: number) => T,
): (T & { id: number })[] {
  return Array.from({ length: count }, (_, index) => ({ id: index + 1, ...make(index) }));
}
