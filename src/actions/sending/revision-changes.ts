import { type ContentChanges, findChanges, getShownContent } from '../../domain/quote/changes.ts';
import type { Quote } from '../../domain/quote/quote.ts';
import type { Sql } from '../../store/database.ts';
import { listRevisions, type StoredRevision } from '../../store/tables/quote/revisions.ts';

/** Returns the changes since the last earlier revision that was sent to this address; `null` if there are none. */
export function findChangesForRecipient(
  sql: Sql,
  accountId: string,
  quote: Quote,
  to: string,
): Promise<ContentChanges | null> {
  const address = to.toLowerCase();
  return findChangesSince(sql, accountId, quote, ({ sentTo }) => sentTo.toLowerCase() === address);
}

/** Returns the changes since the last earlier revision among those that somebody got. */
export async function findChangesSince(
  sql: Sql,
  accountId: string,
  quote: Quote,
  isKnown: (revision: StoredRevision) => boolean,
): Promise<ContentChanges | null> {
  if (quote.revision === 1) return null;
  const sent = await listRevisions(sql, accountId, quote.id);
  const earlier = sent.findLast((each) => each.revision < quote.revision && isKnown(each));
  return earlier ? findChanges(getShownContent(earlier.quote), getShownContent(quote)) : null;
}
