import { composeLines, priceLines } from '../../../../domain/line/compose-lines.ts';
import { TotalsOverflow } from '../../../../domain/money/totals.ts';
import { isTotalOpen, type Payable, shareErrors } from '../../../../domain/schedule/schedule-rules.ts';
import type { QuoteBody } from './to-body.ts';

/** Whether the stages add up to the total of the lines. */
export function isShared(body: QuoteBody): boolean {
  const payable = body.paymentSchedule && payableOf(body);
  return !payable || shareErrors(body.paymentSchedule ?? [], payable).length === 0;
}

function payableOf({ items, discountType, discountValue }: QuoteBody): Payable | null {
  try {
    const lines = composeLines(items, { known: [], freshBase: () => '' });
    const { total, items: pricedItems } = priceLines(lines, { discountType, discountValue });
    return { total, isOpen: isTotalOpen(pricedItems) };
  } catch (error) {
    if (error instanceof TotalsOverflow) return null;
    throw error;
  }
}
