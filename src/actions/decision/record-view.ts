import type { Deps } from '../../deps.ts';
import { addEvent } from '../../store/tables/events.ts';
import type { Link } from '../../store/tables/quote/links.ts';
import { loadQuote, recordView } from '../../store/tables/quote/quotes.ts';

const COUNT_AFTER_MS = 60_000;
const EVENT_AFTER_MS = 3_600_000;

/** The customer has opened the page. Looks within a minute are one look; the history tells of the first in an hour. */
export async function viewQuote(deps: Deps, link: Link, now: number): Promise<void> {
  const { account_id: accountId, quote_id: quoteId } = link;
  await deps.db.write(
    async (tx) => {
      const stored = await loadQuote(tx, accountId, quoteId);
      if (!stored) return;
      const last = stored.quote.viewedAt === null ? 0 : Date.parse(stored.quote.viewedAt);
      if (now - last < COUNT_AFTER_MS) return;
      await recordView(tx, accountId, { ...stored.quote, viewedAt: new Date(now).toISOString() });
      if (now - last < EVENT_AFTER_MS) return;
      const data = { revision: stored.quote.revision };
      await addEvent(tx, accountId, quoteId, { type: 'viewed', actor: { type: 'customer' }, data }, now);
    },
    { account: accountId },
  );
}
