import { newQuote, type QuoteInput } from '../domain/compose-quote.ts';
import { Problem } from '../domain/errors.ts';
import { newId, timeOfId } from '../domain/ids.ts';
import { findAccountAndCustomer } from '../store/accounts.ts';
import type { Sql } from '../store/database.ts';
import { type Actor, addEvent } from '../store/events.ts';
import { type InsertedQuote, insertQuote } from '../store/quotes.ts';
import { nextNumber } from '../store/sequences.ts';

/** Number, quote and event in one transaction. The identifier is made here, so that rows stand in its order. */
export async function createQuote(
  tx: Sql,
  { accountId, actor }: { accountId: string; actor: Actor },
  input: QuoteInput,
  now: number,
): Promise<InsertedQuote> {
  const found = await findAccountAndCustomer(tx, accountId, input.customerId);
  if (!found) throw new Error('a caller without an account');
  if (!found.hasCustomer) throw customerUnknown();
  const id = newId('quo', now);
  const at = timeOfId(id);
  const number = await nextNumber(tx, found.account, 'quote', at);
  const quote = newQuote(input, found.account, { id, number, now: at });
  const [inserted] = await Promise.all([
    insertQuote(tx, accountId, quote),
    addEvent(tx, accountId, id, { type: 'created', actor, data: {} }, at),
  ]);
  return inserted;
}

export const CUSTOMER_UNKNOWN = { path: '/customerId', message: 'names no customer of this account' };

export function customerUnknown(): Problem {
  return new Problem(
    'customer_unknown',
    'There is no customer with this customerId. Create it with PUT /api/v1/customers/{id} first.',
    { errors: [CUSTOMER_UNKNOWN] },
  );
}
