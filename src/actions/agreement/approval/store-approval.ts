import { computeUpdatedAt } from '../../../domain/clock.ts';
import type { QuoteApproval } from '../../../domain/quote/approval/approval.ts';
import { getShownContent } from '../../../domain/quote/changes.ts';
import type { Actor } from '../../../domain/quote/history.ts';
import type { Sql } from '../../../store/database.ts';
import { storeApproval } from '../../../store/tables/approvals.ts';
import { replaceQuote, type StoredQuote } from '../../../store/tables/quote/quotes.ts';
import { recordEvent } from '../../events/record-event.ts';

/** Something that was asked or decided about the content of a locked quote. */
interface NewApproval {
  approval: QuoteApproval;
  asked: readonly string[] | null;
  type: 'approval_requested' | 'approved' | 'rejected';
  note: string | null;
}

/** Stores it with the quote, which gets a new version, and records the event. */
export async function addApproval(
  tx: Sql,
  { accountId, actor }: { accountId: string; actor: Actor },
  stored: StoredQuote,
  { approval, asked, type, note }: NewApproval,
  now: number,
): Promise<StoredQuote> {
  const { quote } = stored;
  const content = approval.state === 'approved' ? getShownContent(quote) : null;
  await storeApproval(tx, accountId, quote.id, { approval, asked }, content);
  const updatedAt = computeUpdatedAt(quote, now);
  const changed = await replaceQuote(tx, accountId, stored, { ...quote, updatedAt, approval });
  const data = { revision: approval.revision, sha256: approval.sha256, note };
  await recordEvent(tx, accountId, changed, { type, actor, data }, { at: now, now });
  return changed;
}
