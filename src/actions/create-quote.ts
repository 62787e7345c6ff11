import { newQuote, type QuoteInput } from '../domain/compose-quote.ts';
import { Problem } from '../domain/errors.ts';
import { newId, timeOfId } from '../domain/ids.ts';
import type { Quote } from '../domain/quote.ts';
import { findAccount } from '../store/accounts.ts';
import { findCustomerRow } from '../store/customers.ts';
import type { Sql } from '../store/database.ts';
import { type Actor, addEvent } from '../store/events.ts';
import { insertQuote } from '../store/quotes.ts';
import { nextNumber } from '../store/sequences.ts';

/** Number, quote and event in one transaction. The identifier is made here, so that rows stand in its order. */
export async function createQuote(
  tx: Sql,
  { accountId, actor }: { accountId: string; actor: Actor },
  input: QuoteInput,
  now: number,
): Promise<Quote> {
  const stored = await findAccount(tx, accountId);
  if (!stored) throw new Error('a caller without an account');
  if (!(await findCustomerRow(tx, accountId, input.customerId))) throw customerUnknown();
  const id = newId('quo', now);
  const at = timeOfId(id);
  const number = await nextNumber(tx, stored.account, 'quote', at);
  const quote = newQuote(input, stored.account, { id, number, now: at });
  await insertQuote(tx, accountId, quote);
  await addEvent(tx, accountId, id, { type: 'created', actor, data: {} }, at);
  return quote;
}

export const CUSTOMER_UNKNOWN = { path: '/customerId', message: 'names no customer of this account' };

export function customerUnknown(): Problem {
  return new Problem(
    'customer_unknown',
    'There is no customer with this customerId. Create it with PUT /api/v1/customers/{id} first.',
    { errors: [CUSTOMER_UNKNOWN] },
  );
}
