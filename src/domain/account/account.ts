import type { Accounting } from '../books/accounting.ts';
import type { FieldValues } from '../fields.ts';
import type { AcceptanceField } from '../quote/acceptance/acceptance-fields.ts';
import type { ApprovalRules } from '../quote/approval/approval.ts';
import type { ACCOUNT_FIELDS } from './account-fields.ts';
import type { Bank } from './bank.ts';
import type { ElectronicAddress } from './particulars/electronic-address.ts';

/** The business that issues the quotes. */
export interface Account extends FieldValues<typeof ACCOUNT_FIELDS> {
  id: string;
  kind: AccountKind;
  /** Printed in the footer of documents: register court, SIRET, REA … */
  registrations: Registration[];
  /** Bank details printed on invoices. */
  bank: Bank | null;
  electronicAddress: ElectronicAddress | null;
  /** The rules that say which content must be approved before it is sent, recorded as accepted or invoiced. */
  approval: ApprovalRules;
  /** How invoices are booked. */
  accounting: Accounting;
  /** The questions of new quotes that the customer answers on acceptance. */
  acceptanceFields: AcceptanceField[];
  /** When an owner closed it: everything can be read, and nothing changed. `null` while it is open. */
  closedAt: string | null;
  createdAt: string;
  updatedAt: string;
}

export interface Registration {
  label: string;
  value: string;
}

/** A `test` account never sends real emails. */
export type AccountKind = 'live' | 'test';
