import type { Deps } from '../../deps.ts';
import type { Link } from '../../store/tables/links.ts';
import { loadQuote, recordView } from '../../store/tables/quote/quotes.ts';
import { recordEvent } from '../event/record-event.ts';

const COUNT_AFTER_MS = 60_000;
const EVENT_AFTER_MS = 3_600_000;

/** Records a view of the customer page. Views within a minute count as one; the history records one per hour. */
export async function recordPageView(deps: Deps, link: Link, now: number): Promise<void> {
  const { account_id: accountId, document_id: quoteId } = link;
  await deps.db.write(
    async (tx) => {
      const stored = await loadQuote(tx, accountId, quoteId);
      if (!stored) return;
      const last = stored.quote.viewedAt === null ? 0 : Date.parse(stored.quote.viewedAt);
      if (now - last < COUNT_AFTER_MS) return;
      const quote = { ...stored.quote, viewedAt: new Date(now).toISOString() };
      await recordView(tx, accountId, stored, quote);
      if (now - last < EVENT_AFTER_MS) return;
      const data = { revision: stored.quote.revision };
      const event = { type: 'viewed', actor: { type: 'customer' }, data } as const;
      await recordEvent(tx, accountId, { quote, views: stored.views + 1 }, event, { at: now, now });
    },
    { account: accountId },
  );
}
