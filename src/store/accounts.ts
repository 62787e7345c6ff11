import type { Account, AccountKind } from '../domain/account.ts';
import type { Sql } from './database.ts';

export interface StoredAccount {
  account: Account;
  version: number;
}

interface AccountRow {
  doc: string;
  version: number;
}

export async function findAccount(sql: Sql, id: string): Promise<StoredAccount | undefined> {
  return parse(await sql.get<AccountRow>('SELECT doc, version FROM accounts WHERE id = ?', id));
}

export async function loadAccount(tx: Sql, id: string): Promise<StoredAccount | undefined> {
  return parse(
    await tx.get<AccountRow>(`SELECT doc, version FROM accounts WHERE id = ? ${tx.forUpdate}`, id),
  );
}

export async function firstAccount(sql: Sql, kind?: AccountKind): Promise<Account | undefined> {
  const row = kind
    ? await sql.get<AccountRow>('SELECT doc, version FROM accounts WHERE kind = ? ORDER BY id LIMIT 1', kind)
    : await sql.get<AccountRow>('SELECT doc, version FROM accounts ORDER BY id LIMIT 1');
  return parse(row)?.account;
}

export async function listAccounts(sql: Sql): Promise<Account[]> {
  const rows = await sql.all<AccountRow>('SELECT doc, version FROM accounts ORDER BY id');
  return rows.map((row) => JSON.parse(row.doc) as Account);
}

export async function insertAccount(tx: Sql, account: Account): Promise<void> {
  await tx.run(
    'INSERT INTO accounts (id, kind, version, doc) VALUES (?, ?, 1, ?)',
    account.id,
    account.kind,
    JSON.stringify(account),
  );
}

export async function replaceAccount(tx: Sql, account: Account): Promise<void> {
  await tx.run(
    'UPDATE accounts SET version = version + 1, doc = ? WHERE id = ?',
    JSON.stringify(account),
    account.id,
  );
}

function parse(row: AccountRow | undefined): StoredAccount | undefined {
  return row && { account: JSON.parse(row.doc) as Account, version: row.version };
}

export async function accountsWithReminders(sql: Sql): Promise<Account[]> {
  const rows = await sql.all<AccountRow>(
    `SELECT doc, version FROM accounts WHERE doc NOT LIKE '%"reminderDays":null%'`,
  );
  return rows.map((row) => JSON.parse(row.doc) as Account).filter((account) => account.reminderDays !== null);
}
