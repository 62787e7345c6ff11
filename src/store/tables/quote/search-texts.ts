import type { Quote } from '../../../domain/quote/quote.ts';
import { formatPlaceholders, type Sql } from '../../database.ts';
import { BOUNDARY, toSearchForm } from '../../lists/text/search-form.ts';

/*
 * The texts that `q` searches, in a table of their own: they are longer than all columns that lists filter by, which are
 * read much more often. The name of the customer is not among them, so that a new name needs no change here.
 */

type SearchedQuote = Pick<Quote, 'id' | 'customerId' | 'number' | 'title' | 'reference' | 'items'>;

export async function insertSearchTexts(
  tx: Sql,
  accountId: string,
  quotes: readonly SearchedQuote[],
): Promise<void> {
  if (quotes.length === 0) return;
  await tx.run(
    `INSERT INTO quote_search (account_id, quote_id, customer_id, text) VALUES ${formatPlaceholders(quotes.length, 4)}
     ON CONFLICT (account_id, quote_id) DO NOTHING`,
    ...quotes.flatMap((quote) => [accountId, quote.id, quote.customerId, buildSearchText(quote)]),
  );
}

export async function replaceSearchText(
  tx: Sql,
  accountId: string,
  before: SearchedQuote,
  after: SearchedQuote,
): Promise<void> {
  const text = buildSearchText(after);
  if (after.customerId === before.customerId && text === buildSearchText(before)) return;
  await tx.run(
    'UPDATE quote_search SET customer_id = ?, text = ? WHERE account_id = ? AND quote_id = ?',
    ...[after.customerId, text, accountId, after.id],
  );
}

export async function deleteSearchText(tx: Sql, accountId: string, quoteId: string): Promise<void> {
  await tx.run('DELETE FROM quote_search WHERE account_id = ? AND quote_id = ?', accountId, quoteId);
}

/** `reference` is missing in quotes of versions before 0.2. */
export function buildSearchText({
  number,
  title,
  reference,
  items,
}: Omit<SearchedQuote, 'id' | 'customerId'>): string {
  let text = toSearchForm(number) + BOUNDARY + toSearchForm(title);
  if (reference) text += BOUNDARY + toSearchForm(reference);
  for (const { description } of items) text += BOUNDARY + toSearchForm(description);
  return text;
}
