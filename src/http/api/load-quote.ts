import { findSettledQuoteRow } from '../../actions/quote/settle-expiry.ts';
import { isId } from '../../domain/ids.ts';
import { quoteNotFound } from '../../domain/quote/problems.ts';
import type { QuoteRow } from '../../store/tables/quotes.ts';
import type { Call } from './endpoint.ts';

/** What is there, with its expiry written down if it was due. */
export async function findSettledRow({ deps, caller, params, now }: Call): Promise<QuoteRow> {
  const id = params.id ?? '';
  const row = isId('quo', id) ? await findSettledQuoteRow(deps.db, caller.accountId, id, now) : undefined;
  if (!row) throw quoteNotFound();
  return row;
}
