import { computeUpdatedAt } from '../clock.ts';
import type { Account } from './account.ts';
import { type BankInput, composeBank } from './bank.ts';

/** The fields that a caller can change. Absent fields stay unchanged. */
export type AccountPatch = Partial<
  Omit<Account, 'id' | 'kind' | 'bank' | 'createdAt' | 'updatedAt'> & { bank: BankInput | null }
>;

/** Returns the same object if nothing changes. */
export function patchAccount(account: Account, { bank, ...patch }: AccountPatch, now: number): Account {
  const merged: Account = { ...account, ...patch };
  if (bank !== undefined) merged.bank = bank && composeBank(bank);
  if (JSON.stringify(merged) === JSON.stringify(account)) return account;
  return { ...merged, updatedAt: computeUpdatedAt(account, now) };
}
