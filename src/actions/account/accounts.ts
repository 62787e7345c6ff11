import { createHash, randomBytes } from 'node:crypto';
import type { Account, AccountKind } from '../../domain/account/account.ts';
import {
  DEFAULT_INVOICE_NUMBER_FORMAT,
  DEFAULT_QUOTE_NUMBER_FORMAT,
} from '../../domain/account/numbering.ts';
import { newId } from '../../domain/ids.ts';
import type { Sql } from '../../store/database.ts';
import { insertAccount } from '../../store/tables/accounts.ts';
import { insertKey, type KeyRow } from '../../store/tables/keys.ts';

export async function createAccount(
  tx: Sql,
  { name, kind }: { name: string; kind: AccountKind },
  now: number,
): Promise<Account> {
  const at = new Date(now).toISOString();
  const account: Account = {
    id: newId('acc', now),
    kind,
    name,
    address: null,
    country: null,
    taxId: null,
    email: null,
    phone: null,
    website: null,
    logo: null,
    accentColor: '#1f4e79',
    currency: 'EUR',
    locale: 'en',
    timeZone: 'UTC',
    paperSize: null,
    quoteNumberFormat: DEFAULT_QUOTE_NUMBER_FORMAT,
    invoiceNumberFormat: DEFAULT_INVOICE_NUMBER_FORMAT,
    defaultTerms: null,
    validityDays: 30,
    replyTo: null,
    reminderDays: null,
    taxName: null,
    taxIdLabel: null,
    registrations: [],
    createdAt: at,
    updatedAt: at,
  };
  await insertAccount(tx, account);
  return account;
}

/** The secret is in the answer and nowhere else: only its hash is kept. */
export async function createKey(
  tx: Sql,
  account: Pick<Account, 'id' | 'kind'>,
  { name, scopes }: { name: string; scopes: KeyRow['scopes'] },
  now: number,
): Promise<{ id: string; secret: string }> {
  const id = newId('key', now);
  const secret = `prf_${account.kind}_${randomBytes(24).toString('base64url')}`;
  await insertKey(tx, {
    account_id: account.id,
    id,
    name,
    hint: `${secret.slice(0, 13)}…`,
    hash: hashKey(secret),
    scopes,
    created_at: now,
  });
  return { id, secret };
}

export function hashKey(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
