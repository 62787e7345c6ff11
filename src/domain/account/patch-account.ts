import { changedAt } from '../clock.ts';
import type { Account } from './account.ts';
import { type BankInput, composeBank } from './bank.ts';

/** What the business may change of itself: absent fields stay. */
export type AccountPatch = Partial<
  Omit<Account, 'id' | 'kind' | 'bank' | 'createdAt' | 'updatedAt'> & { bank: BankInput | null }
>;

/** Gives the account itself back when nothing differs. */
export function patchAccount(account: Account, { bank, ...patch }: AccountPatch, now: number): Account {
  const merged: Account = { ...account, ...patch };
  if (bank !== undefined) merged.bank = bank && composeBank(bank);
  if (JSON.stringify(merged) === JSON.stringify(account)) return account;
  return { ...merged, updatedAt: changedAt(account, now) };
}
