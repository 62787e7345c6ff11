import { TotalsOverflow } from '../../../../domain/money/totals.ts';
import { composeLines, priceLines } from '../../../../domain/quote/line/compose-lines.ts';
import {
  findShareErrors,
  isTotalOpen,
  type Payable,
} from '../../../../domain/quote/schedule/schedule-rules.ts';
import type { DraftBody } from './to-body.ts';

/** Whether the stages add up to the total of the lines. */
export function isFullyAllocated(body: DraftBody): boolean {
  // A template without lines has no total yet.
  const payable = body.items.length > 0 && body.paymentSchedule && computePayable(body);
  return !payable || findShareErrors(body.paymentSchedule ?? [], payable).length === 0;
}

function computePayable(body: DraftBody): Payable | null {
  const pricesIncludeTax = body.pricesIncludeTax ?? false;
  try {
    const lines = composeLines(body.items, { known: [], createBase: () => '' });
    const { total, items: pricedItems } = priceLines(lines, { ...body, pricesIncludeTax });
    return { total, isOpen: isTotalOpen(pricedItems, pricesIncludeTax) };
  } catch (error) {
    if (error instanceof TotalsOverflow) return null;
    throw error;
  }
}
