import type { Deps } from '../../app/deps.ts';
import { assertNeverSentDraft, assertNotConverted, quoteNotFound } from '../../domain/quote/problems.ts';
import type { Quote } from '../../domain/quote/quote.ts';
import type { Sql } from '../../store/database.ts';
import { hasSend } from '../../store/tables/mail/sendings.ts';
import type { StoredQuote } from '../../store/tables/quote/quotes.ts';
import type { ExpectVersion } from '../expect-version.ts';
import { loadCurrentQuote } from './expire-quotes.ts';
import { readQuote } from './read-quote.ts';

/** The quote to change, and the conditions for the change. */
export interface QuoteChange {
  deps: Deps;
  accountId: string;
  quoteId: string;
  /** Throws if the status of the quote does not allow the change. The status is checked before the version. */
  assertAllowed(quote: Quote): void;
  /** Like `assertAllowed`, for rules that need the database. The action repeats them in its transaction. */
  assertAllowedEarly?(quote: Quote): Promise<unknown>;
  /** Whether only a draft may be changed that was never sent and is not being sent. */
  isNeverSent?: boolean;
  /** Whether a converted quote may be changed, too, or only read by a repeated request. */
  isForConverted?: boolean | ((quote: Quote) => boolean);
  expectVersion: ExpectVersion;
  now: number;
}

/** A quote that may be changed, as last read. */
export interface ChangeableQuote {
  quote: Quote;
  version: number;
  /** Repeats the checks inside the transaction and locks the quote. */
  lock(tx: Sql): Promise<StoredQuote>;
  /** Reads the quote again after a concurrent change. */
  again(): Promise<ChangeableQuote>;
}

/**
 * Runs the checks of every change of a quote, in this order: it exists, its expiry is recorded, it is not converted, its
 * status allows the change, its version is the caller's. `lock` repeats them in the transaction, which is decisive.
 */
export async function findChangeableQuote(change: QuoteChange): Promise<ChangeableQuote> {
  const { deps, accountId, quoteId, assertAllowed, expectVersion, now } = change;
  const { doc, version } = await readQuote(deps, accountId, quoteId, now);
  const quote = JSON.parse(doc) as Quote;
  if (!isForConverted(change, quote)) assertNotConverted(quote);
  await checkNeverSent(deps.db.read, change, quote);
  assertAllowed(quote);
  await change.assertAllowedEarly?.(quote);
  expectVersion(version);
  return { quote, version, lock: (tx) => lock(tx, change), again: () => findChangeableQuote(change) };
}

async function lock(tx: Sql, change: QuoteChange): Promise<StoredQuote> {
  const { accountId, quoteId, assertAllowed, expectVersion, now } = change;
  const stored = await loadCurrentQuote(tx, accountId, quoteId, now);
  if (!stored) throw quoteNotFound();
  if (!isForConverted(change, stored.quote)) assertNotConverted(stored.quote);
  await checkNeverSent(tx, change, stored.quote);
  assertAllowed(stored.quote);
  expectVersion(stored.version);
  return stored;
}

function isForConverted({ isForConverted: allowed = false }: QuoteChange, quote: Quote): boolean {
  return typeof allowed === 'function' ? allowed(quote) : allowed;
}

async function checkNeverSent(
  sql: Sql,
  { accountId, isNeverSent }: QuoteChange,
  quote: Quote,
): Promise<void> {
  if (isNeverSent) assertNeverSentDraft(quote, await hasSend(sql, accountId, quote.id));
}
