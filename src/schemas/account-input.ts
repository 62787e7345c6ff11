import type { Account } from '../domain/account/account.ts';
import { compileCheck } from './check.ts';
import { type PatchAccount, PatchAccount as PatchAccountSchema } from './schemas.ts';

export const checkAccount = compileCheck(PatchAccountSchema);
export const ACCOUNT_READ_ONLY = ['id', 'kind', 'createdAt', 'updatedAt'];

/** Gives the account itself back when nothing differs. */
export function patchAccount(account: Account, patch: PatchAccount, now: number): Account {
  const merged = { ...account, ...patch } as Account;
  if (JSON.stringify(merged) === JSON.stringify(account)) return account;
  return { ...merged, updatedAt: new Date(now).toISOString() };
}
