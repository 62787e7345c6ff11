import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { listTables, type Table } from './catalog.ts';
import type { Database, SearchIndex, Sql, SqlValue } from './database.ts';
import {
  SEARCHED_CATALOGUE,
  SEARCHED_CUSTOMERS,
  SEARCHED_INVOICES,
  SEARCHED_QUOTES,
  type SearchedTable,
} from './lists/searched-tables.ts';

export interface MoveProgress {
  step: 'copy' | 'verify';
  table: string;
  /** Rows across all tables. */
  done: number;
  total: number;
}

/** The move is impossible or failed verification; the message says what the operator can do. */
export class MoveError extends Error {}

type Row = Record<string, SqlValue>;

/** Setting of a database that a move has begun to fill. */
export const MOVE_MARK = 'move';
const ROWS_AT_ONCE = 200;
const DOCUMENTS_AT_ONCE = 20;

/**
 * Copies every row, then compares every row in both directions. The target is marked until both succeed, so that an
 * interrupted move resumes and no service starts on incomplete data.
 */
export async function moveData(
  from: Database,
  to: Database,
  onProgress: (progress: MoveProgress) => void = () => {},
): Promise<{ rows: number }> {
  const tables = await commonTables(from, to);
  await claim(from, to);
  const total = await countRows(from.read, tables);
  for (const step of ['copy', 'verify'] as const) {
    let done = 0;
    for (const table of tables) {
      const handle = step === 'copy' ? createCopier(to, table) : createVerifier(to.read, table);
      for await (const batch of readBatches(from.read, table)) {
        await handle(batch);
        done += batch.rows.length;
        onProgress({ step, table: table.name, done, total });
      }
    }
  }
  await to.write((tx) => tx.run('DELETE FROM settings WHERE name = ?', MOVE_MARK));
  return { rows: total };
}

/** Whether a move into this database has begun and not finished. */
export async function isMoveUnfinished(sql: Sql): Promise<boolean> {
  return (await sql.get('SELECT name FROM settings WHERE name = ?', MOVE_MARK)) !== undefined;
}

async function commonTables(from: Database, to: Database): Promise<Table[]> {
  const [source, target] = await Promise.all([listTables(from), listTables(to)]);
  const shape = (tables: readonly Table[]) =>
    tables.map(({ name, columns, key }) => `${name} (${columns}) by ${key}`).sort();
  if (isDeepStrictEqual(shape(source), shape(target))) return source;
  throw new MoveError(
    'The two databases do not have the same tables: were they created by the same version?',
  );
}

async function claim(from: Database, to: Database): Promise<void> {
  const accounts = await from.read.all<{ id: string }>('SELECT id FROM accounts ORDER BY id');
  if (accounts.length === 0) throw new MoveError('There is nothing to move: the source has no account');
  if (await isMoveUnfinished(from.read)) {
    throw new MoveError('The source is itself the target of an unfinished move');
  }
  const name = createHash('sha256').update(JSON.stringify(accounts)).digest('hex');
  await to.write(async (tx) => {
    const mark = await tx.get<{ value: string }>('SELECT value FROM settings WHERE name = ?', MOVE_MARK);
    if (mark?.value === name) return;
    const holdsData =
      (await tx.get('SELECT name FROM settings LIMIT 1')) ??
      (await tx.get('SELECT id FROM accounts LIMIT 1'));
    if (mark || holdsData) throw new MoveError('The target holds other data: give an empty database');
    await tx.run('INSERT INTO settings (name, value) VALUES (?, ?)', MOVE_MARK, name);
  });
}

async function countRows(sql: Sql, tables: readonly Table[]): Promise<number> {
  let total = 0;
  for (const { name } of tables) {
    total += (await sql.get<{ n: number }>(`SELECT count(*) AS n FROM ${name}`))?.n ?? 0;
  }
  return total;
}

interface Batch {
  rows: Row[];
  /** Key of the last row of the previous batch; `undefined` at the start. */
  after: SqlValue[] | undefined;
  isLast: boolean;
}

async function* readBatches(sql: Sql, table: Table): AsyncGenerator<Batch> {
  const size = table.hasBytes ? DOCUMENTS_AT_ONCE : ROWS_AT_ONCE;
  let after: SqlValue[] | undefined;
  for (;;) {
    const rows = await readRows(sql, table, after, `LIMIT ${size}`);
    const isLast = rows.length < size;
    yield { rows, after, isLast };
    if (isLast) return;
    after = keyIn(rows.at(-1), table);
  }
}

function readRows(
  sql: Sql,
  { name, columns, key }: Table,
  after: SqlValue[] | undefined,
  end: string,
  endValues: SqlValue[] = [],
): Promise<Row[]> {
  const keys = key.join(', ');
  const conditions = [
    ...(after ? [`(${keys}) > (${marks(key)})`] : []),
    ...(endValues.length > 0 ? [`(${keys}) <= (${marks(key)})`] : []),
    ...(name === 'settings' ? [`name <> '${MOVE_MARK}'`] : []),
  ];
  const where = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
  return sql.all<Row>(
    `SELECT ${columns.join(', ')} FROM ${name} ${where} ORDER BY ${keys} ${end}`,
    ...(after ?? []),
    ...endValues,
  );
}

function createCopier(to: Database, table: Table): (batch: Batch) => Promise<void> {
  return ({ rows }) => to.write((tx) => copyRows(tx, table, rows));
}

/** Inserts rows that are not there yet, with their entries in the search indexes. */
export async function copyRows(tx: Sql, { name, columns, key }: Table, rows: readonly Row[]): Promise<void> {
  const insert = `INSERT INTO ${name} (${columns.join(', ')}) VALUES (${marks(columns)})
    ON CONFLICT (${key.join(', ')}) DO NOTHING`;
  const searched = SEARCHED.find((each) => each.table.name === name);
  await Promise.all(
    rows.map(async (row) => {
      const inserted = await tx.run(insert, ...columns.map((column) => row[column] ?? null));
      if (inserted === 0 || !searched) return;
      const { table, index } = searched;
      const entry = { id: String(row[table.id]), search: String(row[table.text]) };
      await index(tx).add(tx, String(row.account_id), [entry]);
    }),
  );
}

/** Each engine has its own search index, which is filled as rows are copied. */
const SEARCHED: { table: SearchedTable; index: (tx: Sql) => SearchIndex }[] = [
  { table: SEARCHED_QUOTES, index: (tx) => tx.search },
  { table: SEARCHED_CATALOGUE, index: (tx) => tx.catalogueSearch },
  { table: SEARCHED_INVOICES, index: (tx) => tx.invoiceSearch },
  { table: SEARCHED_CUSTOMERS, index: (tx) => tx.customerSearch },
];

/** Within the key range of the batch, the target must have exactly the same rows. */
function createVerifier(target: Sql, table: Table): (batch: Batch) => Promise<void> {
  return async ({ rows, after, isLast }) => {
    const copied = await readRows(target, table, after, '', isLast ? [] : keyIn(rows.at(-1), table));
    for (const [index, row] of rows.entries()) {
      if (!isSame(row, copied[index])) throw mismatch(table, row);
    }
    if (copied.length > rows.length) throw mismatch(table, copied[rows.length]);
  };
}

function isSame(row: Row, copy: Row | undefined): boolean {
  return Object.entries(row).every(([column, value]) => {
    const other = copy?.[column];
    return value instanceof Uint8Array && other instanceof Uint8Array
      ? Buffer.compare(value, other) === 0
      : value === other;
  });
}

function mismatch(table: Table, row: Row | undefined): MoveError {
  return new MoveError(
    `${table.name} ${keyIn(row, table).join(' ')} is not the same in both databases. ` +
      'Was the service running in the meantime? Stop it, and move into an empty database again',
  );
}

function keyIn(row: Row | undefined, { key }: Table): SqlValue[] {
  return key.map((column) => row?.[column] ?? null);
}

function marks(columns: readonly string[]): string {
  return columns.map(() => '?').join(', ');
}
