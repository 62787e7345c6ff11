import type { Account } from '../../domain/account/account.ts';
import { asShown, type CustomerRecord } from '../../domain/customer.ts';
import type { Parties } from '../../domain/document.ts';
import { isConverted } from '../../domain/quote/quote.ts';
import type { Sql } from '../../store/database.ts';
import { findAccount, findAccountBefore } from '../../store/tables/account/accounts.ts';
import { findCustomer, findCustomerBefore } from '../../store/tables/customers.ts';
import * as table from '../../store/tables/quote/parties.ts';
import type { StoredQuote } from '../../store/tables/quote/quotes.ts';

/** Returns account and customer as they are now, for a draft and for a send. */
export async function currentParties(sql: Sql, accountId: string, customerId: string): Promise<Parties> {
  const [stored, customer] = await Promise.all([
    findAccount(sql, accountId),
    findCustomer(sql, accountId, customerId),
  ]);
  return expectParties(stored?.account, customer);
}

/**
 * Returns account and customer of a quote; after the first send, as they were at its last send or later edit. A quote that
 * an earlier version sent refers to no frozen parties and has those of the upgrade: the first change of an account or
 * customer since then stores its previous content with it, so that nothing must be frozen per quote.
 */
export async function partiesOf(
  sql: Sql,
  accountId: string,
  { quote, partiesSha256 }: Pick<StoredQuote, 'quote' | 'partiesSha256'>,
): Promise<Parties> {
  const isFree = quote.sentAt === null && !isConverted(quote);
  if (isFree) return currentParties(sql, accountId, quote.customerId);
  return frozenParties(sql, accountId, partiesSha256, quote.customerId);
}

export async function frozenParties(
  sql: Sql,
  accountId: string,
  partiesSha256: string | null,
  customerId: string,
): Promise<Parties> {
  const found = partiesSha256 === null ? undefined : await table.findParties(sql, accountId, partiesSha256);
  if (found) return found;
  const [account, customer] = await Promise.all([
    findAccountBefore(sql, accountId),
    findCustomerBefore(sql, accountId, customerId),
  ]);
  return expectParties(account, customer);
}

/** Freezes the parties inside a transaction, and returns the hash by which a quote refers to them. */
export function keepParties(tx: Sql, accountId: string, parties: Parties): Promise<string> {
  return table.keepParties(tx, accountId, asPrintedParties(parties));
}

/** Removes the fields that no document, page or email shows, so that changing them does not change the document. */
export function asPrintedParties({ account, customer }: Parties): Parties {
  return { account: asPrintedAccount(account), customer: { ...customer, createdAt: '', updatedAt: '' } };
}

/** Omits newer fields entirely: accounts that were frozen by earlier versions do not have them. */
function asPrintedAccount({ expiringDays: _, requireTwoStep: __, ...account }: Account): Account {
  const printed: Omit<Account, 'expiringDays' | 'requireTwoStep'> = {
    ...account,
    kind: 'live',
    quoteNumberFormat: '',
    invoiceNumberFormat: '',
    defaultTerms: null,
    validityDays: 0,
    replyTo: null,
    reminderDays: null,
    createdAt: '',
    updatedAt: '',
  };
  return printed as Account;
}

function expectParties(account: Account | undefined, customer: CustomerRecord | undefined): Parties {
  if (!account || !customer) throw new Error('a quote without its account or customer');
  return { account, customer: asShown(customer) };
}
