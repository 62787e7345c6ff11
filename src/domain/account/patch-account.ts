import type { Account } from './account.ts';

/** What the business may change of itself: absent fields stay. */
export type AccountPatch = Partial<Omit<Account, 'id' | 'kind' | 'createdAt' | 'updatedAt'>>;

/** Gives the account itself back when nothing differs. */
export function patchAccount(account: Account, patch: AccountPatch, now: number): Account {
  const merged: Account = { ...account, ...patch };
  if (JSON.stringify(merged) === JSON.stringify(account)) return account;
  return { ...merged, updatedAt: new Date(now).toISOString() };
}
