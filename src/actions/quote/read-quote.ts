import type { Deps } from '../../deps.ts';
import { isId } from '../../domain/ids.ts';
import { quoteNotFound } from '../../domain/quote/problems.ts';
import { findShownQuoteRow, type QuoteRow, type ShownQuoteRow } from '../../store/tables/quote/quotes.ts';
import { findSettledQuoteRow } from './settle-expiry.ts';

/** What is there, with its expiry written down if it was due. */
export async function readQuote(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  id: string,
  now: number,
): Promise<QuoteRow> {
  const row = isId('quo', id) ? await findSettledQuoteRow(db, accountId, id, now) : undefined;
  if (!row) throw quoteNotFound();
  return row;
}

/** The same with what its document is known by. */
export async function readShownQuote(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  id: string,
  now: number,
): Promise<ShownQuoteRow> {
  const row = isId('quo', id)
    ? await findSettledQuoteRow(db, accountId, id, now, findShownQuoteRow)
    : undefined;
  if (!row) throw quoteNotFound();
  return row;
}
