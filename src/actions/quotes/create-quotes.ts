import { Problem } from '../../domain/errors.ts';
import { newId } from '../../domain/ids.ts';
import { newQuote } from '../../domain/quote/compose-quote.ts';
import { composeFigures } from '../../domain/quote/cost/item-costs.ts';
import type { HistoryEvent } from '../../domain/quote/history.ts';
import { customerUnknown } from '../../domain/quote/problems.ts';
import { addTaxParts } from '../../domain/tax/tax-parts.ts';
import type { Sql } from '../../store/database.ts';
import { type AccountWithCustomers, findAccountWithCustomers } from '../../store/tables/account/accounts.ts';
import { reserveFeedNumbers } from '../../store/tables/events/feed.ts';
import { addFileUses } from '../../store/tables/quote/attachment-files.ts';
import { type InsertedQuote, insertQuotes } from '../../store/tables/quote/quotes.ts';
import { reserveNumbers } from '../../store/tables/sequences.ts';
import { completeInput } from '../account/account-taxes.ts';
import { toRealTime } from '../account/account-time.ts';
import { reserveQuotes } from '../account/limits/check-limits.ts';
import { buildCreatedEvents, recordCreated } from '../events/record-event.ts';
import type { QuoteToCreate } from './quote-creator.ts';

/** Quotes per statement; a longer statement is slow to plan. */
export const MAX_BATCH_QUOTES = 32;

/**
 * Creates numbers, quotes and events inside one transaction. A rejected quote, such as one with an unknown customer, does
 * not affect the others and uses no number. `now` is read in the transaction, so that a later quote has no earlier time, unless the clock is
 * set back.
 */
export async function createQuotes(
  tx: Sql,
  accountId: string,
  wanted: readonly QuoteToCreate[],
  now: number,
): Promise<(InsertedQuote | Problem)[]> {
  const named = new Set(wanted.map(({ input }) => input.customerId));
  const found = await findAccountWithCustomers(tx, accountId, [...named]);
  if (!found) throw new Error('a caller without an account');
  const checked = wanted.map((quote) => completeQuote(quote, found));
  const possible = checked.filter((quote): quote is QuoteToCreate => !(quote instanceof Problem));
  const created = possible.length > 0 ? await insertWithinLimits(tx, found, possible, now) : [];
  let next = 0;
  return checked.map((quote) =>
    quote instanceof Problem ? quote : (created[next++] as InsertedQuote | Problem),
  );
}

/** Quotes beyond the limit of the account are rejected, after those that fit. */
async function insertWithinLimits(
  tx: Sql,
  found: AccountWithCustomers,
  wanted: readonly QuoteToCreate[],
  now: number,
): Promise<(InsertedQuote | Problem)[]> {
  if (!found.isLimited) return insertAll(tx, found, wanted, now);
  const { free, problem } = await reserveQuotes(tx, found.account.id, wanted.length, toRealTime(tx, now));
  const created = free > 0 ? await insertAll(tx, found, wanted.slice(0, free), now) : [];
  return problem ? [...created, ...wanted.slice(free).map(() => problem)] : created;
}

function completeQuote(
  quote: QuoteToCreate,
  { account, customers }: AccountWithCustomers,
): QuoteToCreate | Problem {
  if (!customers.has(quote.input.customerId)) return customerUnknown();
  try {
    const input = completeInput(quote.input, account);
    return input === quote.input ? quote : { ...quote, input };
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

async function insertAll(
  tx: Sql,
  { account, customers }: AccountWithCustomers,
  wanted: readonly QuoteToCreate[],
  now: number,
): Promise<InsertedQuote[]> {
  const real = toRealTime(tx, now);
  const ids = wanted.map(() => newId('quo', real));
  const moments = wanted.map(() => now);
  const [numbers, lastPlace] = await Promise.all([
    reserveNumbers(tx, account, 'quote', moments),
    reserveFeedNumbers(tx, account.id, wanted.length, real),
  ]);
  const quotes = wanted.map(({ input, attachments = [] }, index) => {
    const [id = '', number = ''] = [ids[index], numbers[index]?.number];
    const quote = newQuote(input, account, { id, number, now, attachments });
    const customer = customers.get(input.customerId);
    return customer ? addTaxParts(quote, { account, customer }) : quote;
  });
  const events = buildCreatedEvents(wanted, lastPlace, { now, real });
  const created = quotes.map((quote, index) => {
    const event = events[index] as HistoryEvent;
    return {
      quoteId: quote.id,
      customerId: quote.customerId,
      customerName: customers.get(quote.customerId)?.name ?? '',
      event,
      doc: JSON.stringify(quote),
      figures: composeFigures(wanted[index]?.input.items ?? [], quote, account),
      creation: JSON.stringify(event),
    };
  });
  const [inserted] = await Promise.all([
    insertQuotes(tx, account.id, quotes, created),
    recordCreated(tx, account.id, created, lastPlace, real),
  ]);
  for (const { id, attachments } of quotes) {
    if (attachments.length > 0) await addFileUses(tx, account.id, id, 'quote', attachments);
  }
  return inserted;
}
