import type { Account } from '../../../domain/account/account.ts';
import type { QuoteSource } from '../../../domain/document.ts';
import { isDeclined, isDraft, type Quote } from '../../../domain/quote/quote.ts';
import type { Sql } from '../../../store/database.ts';
import { listRevisions } from '../../../store/tables/quote/revisions.ts';
import { requireAccount } from '../../account/require-account.ts';
import { judgeApproval, type KnownChange } from './judge-approval.ts';

/**
 * Returns the mark of a document whose content must be approved and is not: of a draft, or of a quote that was recorded
 * as declined before this content was sent. `account` is the seller in it.
 */
export async function readApprovalMark(
  sql: Sql,
  account: Account,
  quote: Quote,
  known?: KnownChange,
): Promise<Pick<QuoteSource, 'isNotApproved'>> {
  if (!isMarkable(quote)) return {};
  // The seller of a quote that was sent before is that of the send, which says nothing about the rules now.
  const current = quote.sentAt === null ? account : await requireAccount(sql, account.id);
  const { needsApproval } = await judgeApproval(sql, current, quote, known);
  if (!needsApproval || (isDeclined(quote) && (await wasSent(sql, account.id, quote)))) return {};
  return { isNotApproved: true };
}

/** Whether the document of a quote in its status says that it must be approved. */
export function isMarkable(quote: Quote): boolean {
  return isDraft(quote) || isDeclined(quote);
}

async function wasSent(sql: Sql, accountId: string, { id, revision }: Quote): Promise<boolean> {
  return (await listRevisions(sql, accountId, id)).some((sent) => sent.revision === revision);
}
