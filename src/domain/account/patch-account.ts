import { type AccountingPatch, patchAccounting } from '../books/accounting.ts';
import { computeUpdatedAt } from '../clock.ts';
import { type AcceptanceFieldInput, composeAcceptanceFields } from '../quote/acceptance/acceptance-fields.ts';
import { type ApprovalRulesPatch, patchApprovalRules } from '../quote/approval/approval.ts';
import type { Account } from './account.ts';
import { type BankInput, composeBank } from './bank.ts';

/** The fields that a caller can change. Absent fields stay unchanged. */
export type AccountPatch = Partial<
  Omit<
    Account,
    | 'id'
    | 'kind'
    | 'bank'
    | 'approval'
    | 'accounting'
    | 'acceptanceFields'
    | 'closedAt'
    | 'createdAt'
    | 'updatedAt'
  > & {
    bank: BankInput | null;
    approval: ApprovalRulesPatch | null;
    accounting: AccountingPatch | null;
    acceptanceFields: AcceptanceFieldInput[] | null;
  }
>;

/** Returns the same object if nothing changes. */
export function patchAccount(
  account: Account,
  { bank, approval, accounting, acceptanceFields, ...patch }: AccountPatch,
  now: number,
): Account {
  const merged: Account = { ...account, ...patch };
  if (bank !== undefined) merged.bank = bank && composeBank(bank);
  if (approval !== undefined) merged.approval = patchApprovalRules(account.approval, approval);
  if (accounting !== undefined) merged.accounting = patchAccounting(account.accounting, accounting);
  if (acceptanceFields !== undefined) merged.acceptanceFields = composeAcceptanceFields(acceptanceFields);
  if (JSON.stringify(merged) === JSON.stringify(account)) return account;
  return { ...merged, updatedAt: computeUpdatedAt(account, now) };
}
