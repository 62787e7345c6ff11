import type { Deps } from '../../../app/deps.ts';
import type { Account } from '../../../domain/account/account.ts';
import { DEFAULT_NAME } from '../../../domain/account/new-account.ts';
import { listCustomers } from '../../customers/customers.ts';

/** The steps in which a new business is set up, in this order. */
const FIRST_STEPS = ['business', 'logo', 'bank', 'mail', 'customer', 'quote'] as const;
type FirstStep = (typeof FIRST_STEPS)[number];

/** Finds the steps that are done. */
export async function findFirstSteps(
  deps: Pick<Deps, 'db'>,
  account: Account,
  hasQuotes: boolean,
): Promise<Record<FirstStep, boolean>> {
  const { name, address, street, city, logo, bank, replyTo, email } = account;
  const isAddressed = (address ?? street ?? city) !== null;
  return {
    business: name !== DEFAULT_NAME && isAddressed,
    logo: logo !== null,
    bank: bank !== null,
    mail: (replyTo ?? email) !== null,
    customer: hasQuotes || (await hasCustomers(deps, account.id)),
    quote: hasQuotes,
  };
}

async function hasCustomers(deps: Pick<Deps, 'db'>, accountId: string): Promise<boolean> {
  const { rows } = await listCustomers(deps, accountId, { limit: 1, offset: 0 });
  return rows.length > 0;
}
