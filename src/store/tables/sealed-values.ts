import { formatLimit, type Sql } from '../database.ts';

/** A column with sealed values. */
interface SealedColumnShape {
  table: string;
  column: string;
  /** Name that the values are sealed for. A value opens in no other field. */
  field: string;
  /** Column of the account, the user or the key that the values are sealed for. */
  owner: string;
  /** Primary key. */
  key: readonly string[];
  /** Condition of rows that are in use; without it, all of them. */
  where?: string;
  /** Whether something stops working if a value cannot be opened. */
  isNeeded: boolean;
}

export const SEALED_COLUMNS = [
  {
    table: 'webhook_endpoints',
    column: 'secret',
    field: 'webhook secret',
    owner: 'account_id',
    key: ['account_id', 'id'],
    where: 'removed_at IS NULL',
    isNeeded: true,
  },
  {
    table: 'webhook_endpoints',
    column: 'previous_secret',
    field: 'webhook secret',
    owner: 'account_id',
    key: ['account_id', 'id'],
    where: 'removed_at IS NULL',
    isNeeded: false,
  },
  {
    table: 'payment_connections',
    column: 'secret_key',
    field: 'payment provider key',
    owner: 'account_id',
    key: ['account_id', 'id'],
    isNeeded: true,
  },
  {
    table: 'payment_connections',
    column: 'webhook_secret',
    field: 'payment provider webhook secret',
    owner: 'account_id',
    key: ['account_id', 'id'],
    isNeeded: false,
  },
  {
    table: 'mail_accounts',
    column: 'password',
    field: 'mail password',
    owner: 'account_id',
    key: ['account_id'],
    isNeeded: true,
  },
  {
    table: 'mail_accounts',
    column: 'access_token',
    field: 'mail access token',
    owner: 'account_id',
    key: ['account_id'],
    isNeeded: false,
  },
  {
    table: 'mail_accounts',
    column: 'refresh_token',
    field: 'mail refresh token',
    owner: 'account_id',
    key: ['account_id'],
    isNeeded: true,
  },
  {
    table: 'erasures',
    column: 'unfinished',
    field: 'unfinished erasure',
    owner: 'account_id',
    key: ['account_id', 'customer_sha256'],
    isNeeded: false,
  },
  {
    table: 'signing_keys',
    column: 'private_key',
    field: 'signing key',
    owner: 'kid',
    key: ['kid'],
    // A key that cannot be opened is replaced by the next decision.
    isNeeded: false,
  },
  { table: 'users', column: 'totp', field: 'totp', owner: 'id', key: ['id'], isNeeded: true },
] as const satisfies readonly SealedColumnShape[];

export type SealedColumn = (typeof SEALED_COLUMNS)[number];
export type SealedField = SealedColumn['field'];

export interface SealedValue {
  /** Values of the primary key. */
  key: string[];
  ownerId: string;
  value: string;
}

/** Values in the order of their keys, after that of the last one; without `null`. */
export async function listSealedValues(
  sql: Sql,
  { table, column, owner, key, where }: SealedColumnShape,
  after: readonly string[] | undefined,
  limit: number,
): Promise<SealedValue[]> {
  const keys = key.join(', ');
  const conditions = [
    `${column} IS NOT NULL`,
    ...(where === undefined ? [] : [where]),
    ...(after ? [`(${keys}) > (${key.map(() => '?').join(', ')})`] : []),
  ];
  const rows = await sql.all<Record<string, string>>(
    `SELECT ${keys}, ${column} AS sealed_value FROM ${table} WHERE ${conditions.join(' AND ')}
     ORDER BY ${keys} ${formatLimit(limit).sql}`,
    ...(after ?? []),
  );
  return rows.map((row) => ({
    key: key.map((name) => row[name] ?? ''),
    ownerId: row[owner] ?? '',
    value: row.sealed_value ?? '',
  }));
}

/** Compare-and-set: returns `false` if the value has changed in the meantime. */
export async function replaceSealedValue(
  tx: Sql,
  { table, column, key }: SealedColumnShape,
  { key: values, value }: SealedValue,
  sealed: string,
): Promise<boolean> {
  const where = [...key, column].map((name) => `${name} = ?`).join(' AND ');
  return (await tx.run(`UPDATE ${table} SET ${column} = ? WHERE ${where}`, sealed, ...values, value)) > 0;
}
