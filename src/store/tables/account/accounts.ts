import type { Account, AccountKind } from '../../../domain/account/account.ts';
import type { CustomerRecord } from '../../../domain/customer/customer.ts';
import { upgrade } from '../../../domain/stored-shape.ts';
import { formatPlaceholders, type Sql } from '../../database.ts';
import { putSetting } from '../settings.ts';
import { parseDoc } from '../stored-docs.ts';

export interface StoredAccount {
  account: Account;
  version: number;
  /** Whether the operator has set limits. */
  isLimited: boolean;
}

interface AccountRow {
  id: string;
  doc: string;
  version: number;
  limited: 0 | 1;
}

const COLUMNS = 'id, doc, version, limited';

export async function findAccount(sql: Sql, id: string): Promise<StoredAccount | undefined> {
  return parse(await sql.get<AccountRow>(`SELECT ${COLUMNS} FROM accounts WHERE id = ?`, id));
}

/** Finds the committed account at a known version, usually from the cache. */
export async function findAccountAtVersion(
  read: Sql,
  id: string,
  version: number,
): Promise<Pick<StoredAccount, 'account' | 'version'> | undefined> {
  const known = parsed.get(id);
  if (known?.committedAs === version) return { account: known.account, version };
  const stored = await findAccount(read, id);
  const now = parsed.get(id);
  if (stored && now?.account === stored.account) now.committedAs = stored.version;
  return stored;
}

export async function findAccountKind(sql: Sql, id: string): Promise<AccountKind | undefined> {
  return (await sql.get<{ kind: AccountKind }>('SELECT kind FROM accounts WHERE id = ?', id))?.kind;
}

export interface AccountWithCustomers extends Pick<StoredAccount, 'account' | 'isLimited'> {
  customers: Map<string, CustomerRecord>;
}

/** Everything that new quotes need in one statement: the account, and the names of the given customers that exist. */
export async function findAccountWithCustomers(
  tx: Sql,
  id: string,
  customerIds: readonly string[],
): Promise<AccountWithCustomers | undefined> {
  const rows = await tx.all<AccountRow & { customer_id: string; customer: string | null; shape: number }>(
    `SELECT accounts.id, accounts.doc, accounts.version, accounts.limited,
       customers.id AS customer_id, customers.doc AS customer, customers.shape
     FROM accounts LEFT JOIN customers
       ON customers.account_id = accounts.id AND customers.id IN ${formatPlaceholders(1, customerIds.length)}
     WHERE accounts.id = ?`,
    ...customerIds,
    id,
  );
  const stored = parse(rows[0]);
  const known = rows.flatMap(({ customer_id, customer, shape }) => {
    const found = customer === null ? null : parseDoc('customer', { doc: customer, shape });
    return found === null || found.erasedAt !== undefined ? [] : [[customer_id, found] as const];
  });
  return stored && { account: stored.account, isLimited: stored.isLimited, customers: new Map(known) };
}

export async function loadAccount(tx: Sql, id: string): Promise<StoredAccount | undefined> {
  return parse(await tx.get<AccountRow>(`SELECT ${COLUMNS} FROM accounts WHERE id = ? ${tx.forUpdate}`, id));
}

const JOINED = 'joined ';

/** The first account is that of the operator. One that joined from another installation never is, however old it is. */
export async function findFirstAccount(sql: Sql, kind?: AccountKind): Promise<Account | undefined> {
  const row = await sql.get<AccountRow>(
    `SELECT ${COLUMNS} FROM accounts
     WHERE NOT EXISTS (SELECT 1 FROM settings WHERE settings.name = '${JOINED}' || accounts.id)
     ${kind ? 'AND kind = ?' : ''} ORDER BY id LIMIT 1`,
    ...(kind ? [kind] : []),
  );
  return parse(row)?.account;
}

/** Records that the account was moved here from another installation. */
export async function noteJoined(tx: Sql, accountId: string): Promise<void> {
  await putSetting(tx, `${JOINED}${accountId}`, '');
}

export async function listAccounts(sql: Sql): Promise<Account[]> {
  const rows = await sql.all<AccountRow>('SELECT id, doc, version FROM accounts ORDER BY id');
  return rows.map((row) => parseAccount(row.doc));
}

export async function insertAccount(tx: Sql, account: Account): Promise<void> {
  await tx.run(
    `INSERT INTO accounts (id, kind, name, version, doc, expiring_days, require_two_step)
     VALUES (?, ?, ?, 1, ?, ?, ?)`,
    account.id,
    account.kind,
    account.name,
    JSON.stringify(account),
    account.expiringDays,
    account.requireTwoStep ? 1 : 0,
  );
}

export async function replaceAccount(tx: Sql, account: Account): Promise<void> {
  await tx.run(
    `UPDATE accounts SET version = version + 1, name = ?, doc = ?, expiring_days = ?, require_two_step = ? WHERE id = ?`,
    account.name,
    JSON.stringify(account),
    account.expiringDays,
    account.requireTwoStep ? 1 : 0,
    account.id,
  );
}

interface ParsedAccount {
  doc: string;
  account: Account;
  /** Unset for rows read in a transaction, which may still be rolled back. */
  committedAs?: number;
}

/** Caches the last JSON of each account with its parsed value, because accounts rarely change. */
const parsed = new Map<string, ParsedAccount>();
/** Cache size in characters; some accounts contain a logo. */
const MAX_PARSED_CHARS = 8_000_000;
let parsedLength = 0;

function parse(row: AccountRow | undefined): StoredAccount | undefined {
  if (!row) return undefined;
  const { id, doc, version, limited } = row;
  let known = parsed.get(id);
  if (known?.doc !== doc) {
    parsedLength += doc.length - (known?.doc.length ?? 0);
    if (parsedLength > MAX_PARSED_CHARS) {
      parsed.clear();
      parsedLength = doc.length;
    }
    known = { doc, account: Object.freeze(parseAccount(doc)) };
    parsed.set(id, known);
  }
  return { account: known.account, version, isLimited: limited === 1 };
}

export async function listAccountsWithReminders(sql: Sql): Promise<Account[]> {
  const rows = await sql.all<AccountRow>(
    `SELECT id, doc, version FROM accounts WHERE doc NOT LIKE '%"reminderDays":null%'`,
  );
  return rows
    .map((row) => parseAccount(row.doc))
    .filter(({ reminderDays, closedAt }) => reminderDays !== null && closedAt === null);
}

function parseAccount(doc: string): Account {
  return upgrade('account', JSON.parse(doc));
}
