import type { Deps } from '../../../app/deps.ts';
import { computeMargins, type QuoteMargin } from '../../../domain/quote/cost/margins.ts';
import { findCostedQuotes } from '../../../store/tables/quote/item-costs.ts';

/** Reads the margins of those of the quotes that have costs, by id. Only callers with the right may be shown them. */
export async function readMargins(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  quoteIds: readonly string[],
): Promise<Map<string, QuoteMargin>> {
  const found = await findCostedQuotes(db.read, accountId, quoteIds);
  return new Map([...found].map(([id, { quote, costs }]) => [id, computeMargins(quote, costs).total]));
}
