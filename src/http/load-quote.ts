import { loadSettledQuote } from '../actions/settle-expiry.ts';
import { isId } from '../domain/ids.ts';
import { isExpiryDue } from '../domain/quote.ts';
import type { Sql } from '../store/database.ts';
import { findQuoteRow, type QuoteRow, type StoredQuote } from '../store/quotes.ts';
import type { Call } from './endpoint.ts';
import { checkIfMatch } from './etag.ts';
import { quoteNotFound, refuseConverted } from './quote-answer.ts';

/** What is there, with its expiry written down if it was due. */
export async function findSettledRow({ deps, caller, params, now, write }: Call): Promise<QuoteRow> {
  const id = params.id ?? '';
  if (!isId('quo', id)) throw quoteNotFound();
  const row = await findQuoteRow(deps.db.read, caller.accountId, id);
  if (!row) throw quoteNotFound();
  if (!isExpiryDue({ status: row.status, validUntil: new Date(row.valid_until).toISOString() }, now))
    return row;
  await write((tx) => loadSettledQuote(tx, caller.accountId, id, now));
  const settled = await findQuoteRow(deps.db.read, caller.accountId, id);
  if (!settled) throw quoteNotFound();
  return settled;
}

/** Inside the transaction: there, not converted, and as the caller knows it. */
export async function loadOpenQuote(tx: Sql, call: Call): Promise<StoredQuote> {
  const stored = await loadSettledQuote(tx, call.caller.accountId, call.params.id ?? '', call.now);
  if (!stored) throw quoteNotFound();
  refuseConverted(stored.quote);
  checkIfMatch(call, stored.version);
  return stored;
}
