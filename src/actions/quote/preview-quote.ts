import type { Deps } from '../../deps.ts';
import type { Account } from '../../domain/account/account.ts';
import { type Customer, composeCustomer } from '../../domain/customer.ts';
import { newId } from '../../domain/ids.ts';
import { newQuote, type QuoteInput } from '../../domain/quote/compose-quote.ts';
import { customerUnknown } from '../../domain/quote/problems.ts';
import type { Quote } from '../../domain/quote/quote.ts';
import { findCustomer } from '../../store/tables/customers.ts';
import { realTime } from '../account/account-time.ts';
import { requireAccount } from '../account/require-account.ts';
import { renderDocument } from '../document/ensure-document.ts';
import { openSource } from '../document/quote-document.ts';

/** Input of a new quote whose customer is optional. */
export type PreviewInput = Omit<QuoteInput, 'customerId'> & { customerId?: string | null };

interface Parties {
  account: Account;
  customer: Customer;
}

/** Placeholder for values that do not exist yet. */
const OPEN = '—';

/** Composes a quote and its PDF without storing them. */
export async function previewQuote(
  deps: Deps,
  accountId: string,
  input: PreviewInput,
  now: number,
): Promise<Preview> {
  const account = await requireAccount(deps.db.read, accountId);
  const customer = await customerFor(deps, account, input.customerId ?? null);
  return previewOf(deps, account, customer, input, now);
}

/** Composes a sample quote with account settings that are not stored either. */
export function previewFor(
  deps: Deps,
  account: Account,
  input: Omit<QuoteInput, 'customerId'>,
  { name, now }: { name: string; now: number },
): Preview & { customer: Customer } {
  const customer = composeCustomer(OPEN, { name }, undefined, now);
  return { customer, ...previewOf(deps, account, customer, input, now) };
}

interface Preview {
  quote: Quote;
  source: Parties;
  pdf: () => Promise<Uint8Array>;
}

function previewOf(
  deps: Deps,
  account: Account,
  customer: Customer,
  input: PreviewInput,
  now: number,
): Preview {
  const named = { ...input, customerId: customer.id };
  const quote = newQuote(named, account, {
    id: newId('quo', realTime(deps.db.read, now)),
    number: OPEN,
    now,
  });
  const source = openSource(quote, { account, customer });
  return {
    quote,
    source: { account, customer },
    pdf: async () => (await renderDocument(deps, account.id, source)).pdf,
  };
}

async function customerFor(
  { db }: Pick<Deps, 'db'>,
  { id: accountId, createdAt: at }: Account,
  customerId: string | null,
): Promise<Customer> {
  if (customerId === null) return nobody(at);
  const found = await findCustomer(db.read, accountId, customerId);
  if (!found) throw customerUnknown();
  return found;
}

function nobody(at: string): Customer {
  return composeCustomer(OPEN, { name: OPEN }, undefined, Date.parse(at));
}
