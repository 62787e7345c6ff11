import { isDeclined, isDraft, type Quote } from '../quote.ts';
import type { QuoteApproval } from './approval.ts';

/**
 * Whether a request about the content of the quote waits for a decision. It ends when the quote is sent without one, which
 * is possible while no rule applies.
 */
export function isWaiting(quote: Quote, { state, requestedAt }: QuoteApproval): boolean {
  if (state !== 'requested') return false;
  return isDraft(quote) || isDeclined(quote) || (requestedAt ?? '') > (quote.sentAt ?? '');
}
