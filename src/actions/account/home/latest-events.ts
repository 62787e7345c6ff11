import type { Deps } from '../../../app/deps.ts';
import type { FeedEvent } from '../../../domain/events/feed-event.ts';
import { findFeedHead, listFeed } from '../../../store/tables/events/feed.ts';
import { expireQuotes } from '../../quotes/expire-quotes.ts';

/** Read per shown event: a draft that saves itself records many changes in a row, which are shown as one. */
const READ_PER_SHOWN = 4;

/** Returns the latest events of the account, newest first. Changes of one quote in a row by the same person are one. */
export async function findLatestEvents(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  now: number,
  limit = 8,
): Promise<FeedEvent[]> {
  await expireQuotes(db, now, accountId);
  const { n } = await findFeedHead(db.read, accountId);
  const read = limit * READ_PER_SHOWN;
  const rows = await listFeed(db.read, accountId, { after: 0, upTo: n }, { isDescending: true }, read);
  const events = rows.map(({ doc }) => JSON.parse(doc) as FeedEvent);
  return events.filter((event, index) => !isSameChange(event, events[index - 1])).slice(0, limit);
}

function isSameChange(event: FeedEvent, later: FeedEvent | undefined): boolean {
  return (
    event.type === 'quote.updated' &&
    later?.type === 'quote.updated' &&
    event.actor.type === 'user' &&
    getQuoteId(later) === getQuoteId(event) &&
    JSON.stringify(later.actor) === JSON.stringify(event.actor)
  );
}

function getQuoteId({ data }: FeedEvent): string | undefined {
  return (data as { quote?: { id: string } }).quote?.id;
}
