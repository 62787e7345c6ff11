import { findSettledQuoteRow, loadSettledQuote } from '../actions/settle-expiry.ts';
import { isId } from '../domain/ids.ts';
import type { Sql } from '../store/database.ts';
import type { QuoteRow, StoredQuote } from '../store/quotes.ts';
import type { Call } from './endpoint.ts';
import { checkIfMatch } from './etag.ts';
import { quoteNotFound, refuseConverted } from './quote-answer.ts';

/** What is there, with its expiry written down if it was due. */
export async function findSettledRow({ deps, caller, params, now }: Call): Promise<QuoteRow> {
  const id = params.id ?? '';
  const row = isId('quo', id) ? await findSettledQuoteRow(deps.db, caller.accountId, id, now) : undefined;
  if (!row) throw quoteNotFound();
  return row;
}

/** Inside the transaction: there, not converted, and as the caller knows it. */
export async function loadOpenQuote(tx: Sql, call: Call): Promise<StoredQuote> {
  const stored = await loadSettledQuote(tx, call.caller.accountId, call.params.id ?? '', call.now);
  if (!stored) throw quoteNotFound();
  refuseConverted(stored.quote);
  checkIfMatch(call, stored.version);
  return stored;
}
