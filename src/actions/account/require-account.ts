import type { Account } from '../../domain/account/account.ts';
import type { Sql } from '../../store/database.ts';
import { findAccount } from '../../store/tables/account/accounts.ts';

/** Reads the account of an authenticated caller: it exists, as only a closed account is deleted, with all keys and people. */
export async function requireAccount(sql: Sql, accountId: string): Promise<Account> {
  return expectAccount(await findAccount(sql, accountId)).account;
}

export function expectAccount<Stored>(stored: Stored | undefined): Stored {
  if (!stored) throw new Error('a caller without an account');
  return stored;
}
