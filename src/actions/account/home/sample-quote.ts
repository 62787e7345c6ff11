import type { Deps } from '../../../app/deps.ts';
import type { Account } from '../../../domain/account/account.ts';
import type { Language } from '../../../domain/languages.ts';
import type { Actor } from '../../../domain/quote/history.ts';
import type { InsertedQuote } from '../../../store/tables/quote/quotes.ts';
import { putCustomer } from '../../customers/customers.ts';
import { createQuote } from '../../quotes/create-quote.ts';
import type { Repeat } from '../../repeat.ts';

const PREFIX = 'sample-';

/** Whether the customer is somebody of the account who sends a sample to themselves. */
export function isSampleCustomer(customerId: string): boolean {
  return customerId.startsWith(PREFIX);
}

/** The words of a sample, in the language of its person. */
export interface SampleTexts {
  title: string;
  work: string;
  delivery: string;
  option: string;
}

/** Creates a quote that a person sends to themselves, to see what customers get. Their customer is made once. */
export async function createSampleQuote(
  deps: Deps,
  account: Pick<Account, 'id' | 'defaultTaxRate'>,
  person: { id: string; name: string; email: string; locale: Language },
  texts: SampleTexts,
  { actor, now }: { actor: Actor; now: number },
  repeat: Repeat<InsertedQuote>,
): Promise<InsertedQuote> {
  const customerId = PREFIX + person.id;
  const { name, email, locale } = person;
  const owner = { accountId: account.id, actor };
  await putCustomer(
    deps,
    owner,
    { id: customerId, input: { name, email, locale }, expectVersion: () => {} },
    now,
  );
  const taxRate = account.defaultTaxRate ?? 0;
  const items = [
    { description: texts.work, quantity: 1, unitPrice: 84_000, taxRate },
    { description: texts.delivery, quantity: 1, unitPrice: 9_000, taxRate },
    { description: texts.option, quantity: 1, unitPrice: 6_500, taxRate, optional: true },
  ];
  const input = { customerId, title: texts.title, items };
  return createQuote(deps, account.id, { actor, input }, repeat);
}
