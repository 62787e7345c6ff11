import { NO_ACCOUNTING } from '../books/accounting.ts';
import { getDefaults } from '../fields.ts';
import { NO_APPROVAL_RULES } from '../quote/approval/approval.ts';
import type { Account, AccountKind } from './account.ts';
import { ACCOUNT_FIELDS } from './account-fields.ts';

/** Name of the first account until somebody names the business. */
export const DEFAULT_NAME = 'My business';

/** Name of the test account next to that of a business. */
export function formatTestName(name: string): string {
  return `${name} (test)`;
}

/** Settings of a new account. */
export const DEFAULT_SETTINGS = {
  ...getDefaults(ACCOUNT_FIELDS),
  registrations: [],
  bank: null,
  electronicAddress: null,
  approval: NO_APPROVAL_RULES,
  accounting: NO_ACCOUNTING,
  acceptanceFields: [],
  closedAt: null,
} satisfies Partial<Account>;

/** Settings that accounts have since they were created, and earlier ones only if somebody chooses them. */
const OF_NEW_ACCOUNTS = { proposals: 'quantities' } as const satisfies Partial<Account>;

/** Creates an account with default settings. */
export function newAccount({
  id,
  kind,
  name,
  at,
}: {
  id: string;
  kind: AccountKind;
  name: string;
  at: string;
}): Account {
  return { id, kind, name, ...DEFAULT_SETTINGS, ...OF_NEW_ACCOUNTS, createdAt: at, updatedAt: at };
}
