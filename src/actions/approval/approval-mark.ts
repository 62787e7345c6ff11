import type { Account } from '../../domain/account/account.ts';
import type { QuoteSource } from '../../domain/document.ts';
import type { Quote } from '../../domain/quote/quote.ts';
import type { Sql } from '../../store/database.ts';
import { requireAccount } from '../account/require-account.ts';
import { judgeApproval } from './judge-approval.ts';

/** Returns the mark of the document of a draft that must be approved and is not. `account` is the seller in it. */
export async function readApprovalMark(
  sql: Sql,
  account: Account,
  quote: Quote,
): Promise<Pick<QuoteSource, 'isNotApproved'>> {
  // The seller of a quote that was sent before is that of the send, which says nothing about the rules now.
  const current = quote.sentAt === null ? account : await requireAccount(sql, account.id);
  const { isHeld } = await judgeApproval(sql, current, quote);
  return isHeld ? { isNotApproved: true } : {};
}
