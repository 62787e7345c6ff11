import type { Deps } from '../../deps.ts';
import { quoteNotFound, refuseConverted } from '../../domain/quote/problems.ts';
import type { Quote } from '../../domain/quote/quote.ts';
import type { Sql } from '../../store/database.ts';
import type { StoredQuote } from '../../store/tables/quote/quotes.ts';
import type { ExpectVersion } from '../expect-version.ts';
import { readQuote } from './read-quote.ts';
import { loadSettledQuote } from './settle-expiry.ts';

/** Which quote is to be changed, and by whose leave. */
export interface QuoteChange {
  deps: Deps;
  accountId: string;
  quoteId: string;
  /** Refuses the quote for what is to be done to it: its state comes before its version. */
  refuse(quote: Quote): void;
  expectVersion: ExpectVersion;
  now: number;
}

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
 * What everything that changes a quote checks, in this order: it is there, its expiry is settled, it is not converted,
 * its state allows this very change, it is the version that the caller knows. It is checked once more in the transaction (`lock`), where it counts.
 */
export async function findChangeableQuote(change: QuoteChange): Promise<ChangeableQuote> {
  const { deps, accountId, quoteId, refuse, expectVersion, now } = change;
  const { doc, version } = await readQuote(deps, accountId, quoteId, now);
  const quote = JSON.parse(doc) as Quote;
  refuseConverted(quote);
  refuse(quote);
  expectVersion(version);
  return { quote, version, lock: (tx) => lock(tx, change), again: () => findChangeableQuote(change) };
}

async function lock(tx: Sql, change: QuoteChange): Promise<StoredQuote> {
  const { accountId, quoteId, refuse, expectVersion, now } = change;
  const stored = await loadSettledQuote(tx, accountId, quoteId, now);
  if (!stored) throw quoteNotFound();
  refuseConverted(stored.quote);
  refuse(stored.quote);
  expectVersion(stored.version);
  return stored;
}
