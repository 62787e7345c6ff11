import type { Deps } from '../../../app/deps.ts';
import type { Account } from '../../../domain/account/account.ts';
import { DEFAULT_NAME } from '../../../domain/account/new-account.ts';
import type { CustomerRecord } from '../../../domain/customer/customer.ts';
import { listCustomers } from '../../customers/customers.ts';
import { listQuotes, parseQuotes } from '../../quotes/list-quotes.ts';
import { isSampleCustomer } from './sample-quote.ts';

/** The steps in which a new business is set up, in this order. */
const FIRST_STEPS = ['business', 'logo', 'bank', 'mail', 'customer', 'quote'] as const;
type FirstStep = (typeof FIRST_STEPS)[number];

/** Finds the steps that are done. */
export async function findFirstSteps(
  deps: Pick<Deps, 'db'>,
  account: Account,
  hasQuotes: boolean,
  now: number,
): Promise<Record<FirstStep, boolean>> {
  const { name, address, street, city, logo, bank, replyTo, email } = account;
  const isAddressed = (address ?? street ?? city) !== null;
  const hasOwn = hasQuotes && (await hasOwnQuotes(deps, account.id, now));
  return {
    business: name !== DEFAULT_NAME && isAddressed,
    logo: logo !== null,
    bank: bank !== null,
    mail: (replyTo ?? email) !== null,
    customer: hasOwn || (await hasCustomers(deps, account.id)),
    quote: hasOwn,
  };
}

async function hasCustomers(deps: Pick<Deps, 'db'>, accountId: string): Promise<boolean> {
  const { rows } = await listCustomers(deps, accountId, { limit: MAX_SAMPLES + 1, offset: 0 });
  return rows.some(({ doc }) => !isSampleCustomer((JSON.parse(doc) as CustomerRecord).id));
}

/** More samples than anybody makes count as quotes. */
const MAX_SAMPLES = 10;

/** A sample that somebody sent to themselves is none. */
async function hasOwnQuotes(deps: Pick<Deps, 'db'>, accountId: string, now: number): Promise<boolean> {
  const page = { limit: MAX_SAMPLES + 1, offset: 0, sort: '-createdAt', now } as const;
  const quotes = parseQuotes(await listQuotes(deps, accountId, {}, page));
  return quotes.some(({ customerId }) => !isSampleCustomer(customerId)) || quotes.length > MAX_SAMPLES;
}
