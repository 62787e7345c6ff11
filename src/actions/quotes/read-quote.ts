import type { Deps } from '../../app/deps.ts';
import { isId } from '../../domain/ids.ts';
import { quoteNotFound } from '../../domain/quote/problems.ts';
import { findShownQuoteRow, type QuoteRow, type ShownQuoteRow } from '../../store/tables/quote/quotes.ts';
import { findCurrentQuoteRow } from './expire-quotes.ts';

/** Reads a quote, and records its expiry first if it is due. */
export async function readQuote(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  id: string,
  now: number,
): Promise<QuoteRow> {
  const row = isId('quo', id) ? await findCurrentQuoteRow(db, accountId, id, now) : undefined;
  if (!row) throw quoteNotFound();
  return row;
}

/** Reads a quote together with the fields that identify its document. */
export async function readShownQuote(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  id: string,
  now: number,
): Promise<ShownQuoteRow> {
  const row = isId('quo', id)
    ? await findCurrentQuoteRow(db, accountId, id, now, findShownQuoteRow)
    : undefined;
  if (!row) throw quoteNotFound();
  return row;
}
