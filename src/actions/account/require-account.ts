import type { Account } from '../../domain/account/account.ts';
import type { Sql } from '../../store/database.ts';
import { findAccount } from '../../store/tables/account/accounts.ts';

/** Reads the account of an authenticated caller: it must exist, as accounts are never deleted. */
export async function requireAccount(sql: Sql, accountId: string): Promise<Account> {
  const stored = await findAccount(sql, accountId);
  if (!stored) throw new Error('a caller without an account');
  return stored.account;
}
