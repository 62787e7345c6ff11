import { type StageShare, splitIntoStages } from '../../money/stages.ts';
import { CONTENT_FIELDS, type Quote } from '../quote.ts';
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
