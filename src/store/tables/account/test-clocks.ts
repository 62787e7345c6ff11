import type { AccountKind } from '../../../domain/account/account.ts';
import type { Sql } from '../../database.ts';
import { isOpen } from './closed-accounts.ts';

/** Clock of an account with test keys. */
export interface TestClock {
  /** Offset from real time, in milliseconds. */
  ahead: number;
  /** The frozen time and the target while the clock advances. */
  advance: { at: number; target: number } | null;
  /** Last quote whose reminder is queued, in order of validity. */
  reminded: { validUntil: number; id: string };
  /** Reminders that are queued but not sent. */
  mails: string[];
}

interface Row {
  ahead: number;
  at: number | null;
  target: number | null;
  reminded_until: number;
  reminded_id: string;
  mails: string;
}

const COLUMNS = 'ahead, at, target, reminded_until, reminded_id, mails';

/** Includes the account's mode, which is returned even if the clock was never set. */
export function findTestClock(
  sql: Sql,
  accountId: string,
): Promise<{ kind: AccountKind; ahead: number | null; at: number | null } | undefined> {
  return sql.get(
    `SELECT a.kind, c.ahead, c.at FROM accounts AS a LEFT JOIN test_clocks AS c ON c.account_id = a.id
     WHERE a.id = ?`,
    accountId,
  );
}

/** Locked until the transaction ends. */
export async function loadTestClock(tx: Sql, accountId: string): Promise<TestClock> {
  await tx.run(
    `INSERT INTO test_clocks (account_id, ahead, reminded_until, reminded_id, mails) VALUES (?, 0, 0, '', '[]')
     ON CONFLICT DO NOTHING`,
    accountId,
  );
  return readTestClock(tx, accountId, tx.forUpdate);
}

/** Requires an account with a test clock. */
export async function readTestClock(sql: Sql, accountId: string, lock = ''): Promise<TestClock> {
  const row = await sql.get<Row>(
    `SELECT ${COLUMNS} FROM test_clocks WHERE account_id = ? ${lock}`,
    accountId,
  );
  if (!row) throw new Error('the test clock does not exist');
  const { ahead, at, target, reminded_until: validUntil, reminded_id: id, mails } = row;
  const advance = at === null || target === null ? null : { at, target };
  return { ahead, advance, reminded: { validUntil, id }, mails: JSON.parse(mails) };
}

export async function storeTestClock(
  tx: Sql,
  accountId: string,
  { ahead, advance, reminded, mails }: TestClock,
): Promise<void> {
  await tx.run(
    `UPDATE test_clocks SET ahead = ?, at = ?, target = ?, reminded_until = ?, reminded_id = ?, mails = ?
     WHERE account_id = ?`,
    ...[ahead, advance?.at ?? null, advance?.target ?? null],
    ...[reminded.validUntil, reminded.id, JSON.stringify(mails), accountId],
  );
}

export async function listAdvancingAccounts(sql: Sql): Promise<string[]> {
  const rows = await sql.all<{ account_id: string }>(
    `SELECT account_id FROM test_clocks WHERE target IS NOT NULL AND ${isOpen('test_clocks')} ORDER BY account_id`,
  );
  return rows.map(({ account_id }) => account_id);
}

/** Accounts ahead of real time with expired quotes whose expiry is not recorded. */
export async function listAheadAccountsDue(sql: Sql, now: number): Promise<string[]> {
  const rows = await sql.all<{ account_id: string }>(
    `SELECT account_id FROM test_clocks AS c WHERE target IS NULL AND EXISTS (
       SELECT 1 FROM quotes AS q
       WHERE q.account_id = c.account_id AND q.status = 'SENT' AND q.valid_until <= ? + c.ahead
     )`,
    now,
  );
  return rows.map(({ account_id }) => account_id);
}
