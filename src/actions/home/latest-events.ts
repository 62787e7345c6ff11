import type { Deps } from '../../deps.ts';
import type { FeedEvent } from '../../domain/event/feed-event.ts';
import { findFeedHead, listFeed } from '../../store/tables/feed.ts';
import { settleDue } from '../quote/settle-expiry.ts';

/** Returns the latest events of the account, newest first. */
export async function findLatestEvents(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  now: number,
  limit = 8,
): Promise<FeedEvent[]> {
  await settleDue(db, now, accountId);
  const { n } = await findFeedHead(db.read, accountId);
  const rows = await listFeed(db.read, accountId, { after: n - limit, upTo: n }, {}, limit);
  return rows.map(({ doc }) => JSON.parse(doc) as FeedEvent).reverse();
}
