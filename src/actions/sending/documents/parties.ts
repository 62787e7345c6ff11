import type { Account } from '../../../domain/account/account.ts';
import { PARTICULARS } from '../../../domain/account/particulars/particulars.ts';
import { type Customer, type CustomerRecord, omitMetadata } from '../../../domain/customer/customer.ts';
import type { Parties } from '../../../domain/document.ts';
import { isConverted } from '../../../domain/quote/quote.ts';
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
  return table.storeParties(tx, accountId, toPrintedParties(parties));
}

/** Removes the fields that no document, page or email shows, so that changing them does not change the document. */
export function toPrintedParties({ account, customer }: Parties): Parties {
  return { account: toPrintedAccount(account), customer: toPrintedCustomer(customer) };
}

const LATER_CUSTOMER_FIELDS = new Set<string>([...PARTICULARS, 'buyerReference']);
const LATER_ACCOUNT_FIELDS = new Set<string>([...PARTICULARS, 'taxNumber']);

/** Omits newer fields entirely: parties that were frozen by earlier versions do not have them. */
function toPrintedCustomer({ eInvoiceFormat: _, ...customer }: Customer): Customer {
  const printed = omitEmpty(customer, LATER_CUSTOMER_FIELDS);
  return { ...printed, createdAt: '', updatedAt: '' } as Customer;
}

function toPrintedAccount(account: Account): Account {
  const { expiringDays, requireTwoStep, invoiceTerms, eInvoice, creditNoteNumberFormat, ...more } = account;
  const { zeroTaxCategory, defaultTaxRate, pricesIncludeTax, invoiceOnAcceptance, ...rest } = more;
  const { approval, retentionYears, ...shown } = rest;
  return {
    ...omitEmpty(shown, LATER_ACCOUNT_FIELDS),
    kind: 'live',
    quoteNumberFormat: '',
    invoiceNumberFormat: '',
    defaultTerms: null,
    validityDays: 0,
    replyTo: null,
    reminderDays: null,
    createdAt: '',
    updatedAt: '',
  } as Account;
}

/** Omits the named fields if they are empty. */
function omitEmpty<Party extends object>(party: Party, names: ReadonlySet<string>): Party {
  const printed: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(party))
    if (value !== null || !names.has(name)) printed[name] = value;
  return printed as Party;
}

function expectParties(account: Account | undefined, customer: CustomerRecord | undefined): Parties {
  if (!account || !customer) throw new Error('a quote without its account or customer');
  return { account, customer: omitMetadata(customer) };
}
