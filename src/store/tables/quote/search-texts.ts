import type { Quote } from '../../../domain/quote/quote.ts';
import { formatPlaceholders, type Sql } from '../../database.ts';
import { BOUNDARY, toSearchForm } from '../../lists/text/search-form.ts';

/*
 * The texts that `q` searches, in a table of their own: they are longer than all columns that lists filter by, which are
 * read much more often. The name of the customer is not among them, so that a new name needs no change here.
 */

type SearchedQuote = Pick<Quote, 'id' | 'number' | 'title' | 'reference' | 'items'>;

export async function insertSearchTexts(
  tx: Sql,
  accountId: string,
  quotes: readonly SearchedQuote[],
): Promise<void> {
  if (quotes.length === 0) return;
  const texts = quotes.map((quote) => ({ id: quote.id, search: buildSearchText(quote) }));
  await tx.run(
    `INSERT INTO quote_search (account_id, quote_id, text) VALUES ${formatPlaceholders(quotes.length, 3)}`,
    ...texts.flatMap(({ id, search }) => [accountId, id, search]),
  );
  await tx.search.add(tx, accountId, texts);
}

export async function replaceSearchText(
  tx: Sql,
  accountId: string,
  before: SearchedQuote,
  after: SearchedQuote,
): Promise<void> {
  const text = buildSearchText(after);
  if (text === buildSearchText(before)) return;
  await tx.run(
    'UPDATE quote_search SET text = ? WHERE account_id = ? AND quote_id = ?',
    ...[text, accountId, after.id],
  );
  await tx.search.replace(tx, accountId, { id: after.id, search: text });
}

export async function deleteSearchText(tx: Sql, accountId: string, quoteId: string): Promise<void> {
  await tx.search.remove(tx, accountId, quoteId);
  await tx.run('DELETE FROM quote_search WHERE account_id = ? AND quote_id = ?', accountId, quoteId);
}

/** `reference` is missing in quotes of versions before 0.2. */
export function buildSearchText({ number, title, reference, items }: Omit<SearchedQuote, 'id'>): string {
  let text = toSearchForm(number) + BOUNDARY + toSearchForm(title);
  if (reference) text += BOUNDARY + toSearchForm(reference);
  for (const { description } of items) text += BOUNDARY + toSearchForm(description);
  return text;
}
