import { type StageShare, splitIntoStages } from '../../money/stages.ts';
import { CONTENT_FIELDS, isDraft, type Quote } from '../quote.ts';
import { splitByEarlierRule } from './earlier-split.ts';
import { toStageSize } from './payment-schedule.ts';

/** Net and tax of each stage, per tax group in the order of the quote's `taxes`. Stored with the quote. */
export type StageSplit = StageShare[][];

/** Splits a quote by its payment schedule; `null` without one. */
export function splitQuote({ taxes, paymentSchedule, pricesIncludeTax }: Quote): StageSplit | null {
  return paymentSchedule && splitIntoStages(taxes, paymentSchedule.map(toStageSize), pricesIncludeTax);
}

/** Returns the split after a change: the same until the content or the selection changes. */
export function updateSplit(
  before: { quote: Quote; split: StageSplit | null },
  after: Quote,
): StageSplit | null {
  if (after.paymentSchedule === null) return null;
  const isSame = (field: keyof Quote) => JSON.stringify(before.quote[field]) === JSON.stringify(after[field]);
  return before.split !== null && CONTENT_FIELDS.every(isSame) ? before.split : splitQuote(after);
}

/**
 * Returns the split of a quote that an earlier version stored without one. A quote that was ever sent, accepted or
 * invoiced keeps the amounts that its customer knows.
 */
export function upgradeSplit(quote: Quote): StageSplit | null {
  const { taxes, paymentSchedule } = quote;
  if (paymentSchedule === null || !hasKnownAmounts(quote)) return splitQuote(quote);
  return splitByEarlierRule(taxes, paymentSchedule.map(toStageSize));
}

/** Whether a customer may have seen the amounts of the stages. */
export function hasKnownAmounts(quote: Pick<Quote, 'status' | 'sentAt' | 'invoices'>): boolean {
  return quote.sentAt !== null || !isDraft(quote) || quote.invoices.length > 0;
}
