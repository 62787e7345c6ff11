import type { Account } from '../../domain/account/account.ts';
import { asShown, type CustomerRecord } from '../../domain/customer.ts';
import type { Parties } from '../../domain/document.ts';
import { isConverted } from '../../domain/quote/quote.ts';
import type { Sql } from '../../store/database.ts';
import { findAccount, findAccountBefore } from '../../store/tables/account/accounts.ts';
import { findCustomer, findCustomerBefore } from '../../store/tables/customers.ts';
import * as table from '../../store/tables/quote/parties.ts';
import type { StoredQuote } from '../../store/tables/quote/quotes.ts';

/** As they are now: of a draft, and of what is being sent. */
export async function currentParties(sql: Sql, accountId: string, customerId: string): Promise<Parties> {
  const [stored, customer] = await Promise.all([
    findAccount(sql, accountId),
    findCustomer(sql, accountId, customerId),
  ]);
  return expectParties(stored?.account, customer);
}

/**
 * Seller and customer of a quote: once it was sent, as they were at its last sending or, after that, its last edit. A
 * quote that an earlier version sent names none. It has those of the upgrade: whatever is changed first since then is
 * kept as it was, with the account or customer itself, so that nothing has to be frozen quote by quote.
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

/** In a transaction: freezes them, and gives the name under which a quote finds them again. */
export function keepParties(tx: Sql, accountId: string, parties: Parties): Promise<string> {
  return table.keepParties(tx, accountId, asPrintedParties(parties));
}

/** Without what no document, page or mail shows, so that it makes no other document of it. */
export function asPrintedParties({ account, customer }: Parties): Parties {
  return { account: asPrintedAccount(account), customer: { ...customer, createdAt: '', updatedAt: '' } };
}

/** What came after the first sellers were kept is left out as a whole: theirs have no such field. */
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
