import type { Deps } from '../../deps.ts';
import type { Actor } from '../../domain/quote/history.ts';
import { addEvent } from '../../store/tables/events.ts';
import { revokeQuoteLinks } from '../../store/tables/quote/links.ts';
import { readQuote } from '../quote/read-quote.ts';

/** None of the links that were sent opens any more, nor any address of the PDF. */
export async function revokeLinks(
  deps: Pick<Deps, 'db'>,
  { accountId, actor }: { accountId: string; actor: Actor },
  quoteId: string,
  now: number,
): Promise<void> {
  const { id } = await readQuote(deps, accountId, quoteId, now);
  await deps.db.write(
    async (tx) => {
      await revokeQuoteLinks(tx, accountId, id, now);
      await addEvent(tx, accountId, id, { type: 'links_revoked', actor, data: {} }, now);
    },
    { account: accountId },
  );
}
