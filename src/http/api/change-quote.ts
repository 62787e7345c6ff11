import { loadSettledQuote } from '../../actions/quote/settle-expiry.ts';
import { quoteNotFound, refuseConverted } from '../../domain/quote/problems.ts';
import type { Quote } from '../../domain/quote/quote.ts';
import type { Sql } from '../../store/database.ts';
import type { StoredQuote } from '../../store/tables/quotes.ts';
import type { Call } from './endpoint.ts';
import { checkIfMatch } from './etag.ts';
import { findSettledRow } from './load-quote.ts';

/** A quote that may be changed, as it was found. */
export interface ChangeableQuote {
  quote: Quote;
  version: number;
  /** In the transaction: still so, and locked. */
  lock(tx: Sql): Promise<StoredQuote>;
  /** As it is now, when it was changed meanwhile. */
  again(): Promise<ChangeableQuote>;
}

/**
 * The order of checks of everything that changes a quote: it is there, its expiry is settled, it is not converted, it
 * is the version that the caller knows, and only then what the body says. All but the body is checked once more in the
 * transaction (`lock`), where it counts.
 */
export async function changeQuote<Body, Response>(
  call: Call,
  readBody: (current: Quote) => Body | Promise<Body>,
  work: (body: Body, found: ChangeableQuote) => Promise<Response>,
): Promise<Response> {
  const found = await findChangeable(call);
  return work(await readBody(found.quote), found);
}

async function findChangeable(call: Call): Promise<ChangeableQuote> {
  const { doc, version } = await findSettledRow(call);
  const quote = JSON.parse(doc) as Quote;
  refuseConverted(quote);
  checkIfMatch(call, version);
  return { quote, version, lock: (tx) => lock(tx, call), again: () => findChangeable(call) };
}

async function lock(tx: Sql, call: Call): Promise<StoredQuote> {
  const stored = await loadSettledQuote(tx, call.caller.accountId, call.params.id ?? '', call.now);
  if (!stored) throw quoteNotFound();
  refuseConverted(stored.quote);
  checkIfMatch(call, stored.version);
  return stored;
}
