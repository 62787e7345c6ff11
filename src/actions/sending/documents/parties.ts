import type { Account } from '../../../domain/account/account.ts';
import { ACCOUNT_FIELDS } from '../../../domain/account/account-fields.ts';
import { type CustomerRecord, omitMetadata } from '../../../domain/customer/customer.ts';
import { CUSTOMER_FIELDS } from '../../../domain/customer/customer-fields.ts';
import type { Parties } from '../../../domain/document.ts';
import { omitUnprinted } from '../../../domain/fields.ts';
import { isConverted } from '../../../domain/quote/quote.ts';
import { upgradeWithin } from '../../../domain/stored-shape.ts';
import type { Sql } from '../../../store/database.ts';
import { findAccount } from '../../../store/tables/account/accounts.ts';
import { findCustomer } from '../../../store/tables/customers.ts';
import * as table from '../../../store/tables/quote/parties.ts';
import type { StoredQuote } from '../../../store/tables/quote/quotes.ts';
import { assertNotErased } from '../../customers/assert-not-erased.ts';

/** Returns account and customer as they are now, for a draft and for a send. */
export async function readCurrentParties(sql: Sql, accountId: string, customerId: string): Promise<Parties> {
  const [stored, customer] = await Promise.all([
    findAccount(sql, accountId),
    findCustomer(sql, accountId, customerId),
  ]);
  assertNotErased(customer);
  return expectParties(stored?.account, customer);
}

/** Returns account and customer of a quote; after the first send, as they were at its last send or later edit. */
export async function readParties(
  sql: Sql,
  accountId: string,
  { quote, partiesSha256 }: Pick<StoredQuote, 'quote' | 'partiesSha256'>,
): Promise<Parties> {
  // A quote that was accepted without being sent has parties of its own only since its customer was erased.
  const isDecided = quote.sentAt !== null || isConverted(quote) || quote.acceptedAt !== null;
  return isDecided && partiesSha256 !== null
    ? readFrozenParties(sql, accountId, partiesSha256)
    : readCurrentParties(sql, accountId, quote.customerId);
}

export async function readFrozenParties(
  sql: Sql,
  accountId: string,
  partiesSha256: string,
): Promise<Parties> {
  const found = await table.findParties(sql, accountId, partiesSha256);
  if (!found) throw new Error('frozen parties are missing');
  return found;
}

/** Freezes the parties inside a transaction, and returns the hash by which a quote refers to them. */
export function storeParties(tx: Sql, accountId: string, parties: Parties): Promise<string> {
  return table.storeParties(tx, accountId, omitUnprintedFields(parties));
}

/** Resets the fields that no document, page or email shows, so that changing them does not change the document. */
export function toPrintedParties(parties: Parties): Parties {
  return upgradeWithin(omitUnprintedFields(parties));
}

function omitUnprintedFields({
  account: { approval: _rules, accounting: _accounting, acceptanceFields: _fields, ...account },
  customer,
}: Parties): Parties {
  const times = { createdAt: '', updatedAt: '' };
  return {
    account: { ...omitUnprinted(ACCOUNT_FIELDS, account as Account), kind: 'live', ...times },
    customer: { ...omitUnprinted(CUSTOMER_FIELDS, customer), ...times },
  };
}

function expectParties(account: Account | undefined, customer: CustomerRecord | undefined): Parties {
  if (!account || !customer) throw new Error('a quote without its account or customer');
  return { account, customer: omitMetadata(customer) };
}
