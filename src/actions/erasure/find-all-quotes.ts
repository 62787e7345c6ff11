import type { Sql } from '../../store/database.ts';
import { isQuoteOfAnother, listQuotesOfEvents } from '../../store/tables/erasure/erase-feed.ts';
import {
  listDeletedQuotesSentTo,
  listPartyHashes,
  listQuotesOfParties,
} from '../../store/tables/erasure/find-documents.ts';
import { listOwnAddresses } from '../../store/tables/erasure/own-addresses.ts';
import type { Traces } from './erase-texts.ts';

/**
 * Returns the quotes that are or were the customer's, even those that were deleted or are for another customer now, and
 * the addresses that nobody else has.
 */
export async function findAllQuotes(
  sql: Sql,
  accountId: string,
  { customerId, addresses, documentIds }: Traces,
): Promise<{ quoteIds: string[]; ownAddresses: string[] }> {
  const hashes = await listPartyHashes(sql, accountId, customerId);
  const found = new Set([
    ...documentIds,
    ...(await listQuotesOfParties(sql, accountId, hashes)),
    ...(await listQuotesOfEvents(sql, accountId, customerId)),
  ]);
  const ownAddresses = await listOwnAddresses(sql, accountId, customerId, addresses, found);
  for (const id of await listDeletedQuotesSentTo(sql, accountId, ownAddresses)) {
    if (!(await isQuoteOfAnother(sql, accountId, customerId, id))) found.add(id);
  }
  return { quoteIds: [...found].filter((id) => id.startsWith('quo_')), ownAddresses };
}
