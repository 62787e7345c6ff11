import type { Deps } from '../../deps.ts';
import type { Actor } from '../../domain/quote/history.ts';
import { quoteNotFound } from '../../domain/quote/problems.ts';
import { revokeDocumentLinks } from '../../store/tables/links.ts';
import { loadQuote } from '../../store/tables/quote/quotes.ts';
import { toRealTime } from '../account/account-time.ts';
import { recordEvent } from '../event/record-event.ts';
import { readQuote } from '../quote/read-quote.ts';

/** Revokes all links of the quote, and its PDF URLs with them. */
export async function revokeLinks(
  deps: Pick<Deps, 'db'>,
  { accountId, actor }: { accountId: string; actor: Actor },
  id: string,
  now: number,
): Promise<void> {
  await readQuote(deps, accountId, id, now);
  await deps.db.write(
    async (tx) => {
      const stored = await loadQuote(tx, accountId, id);
      if (!stored) throw quoteNotFound();
      await revokeDocumentLinks(tx, accountId, id, toRealTime(tx, now));
      const event = { type: 'links_revoked', actor, data: {} } as const;
      await recordEvent(tx, accountId, stored, event, { at: now, now });
    },
    { account: accountId },
  );
}
