import { sumGross, type TaxGroup } from '../money/tax-group.ts';
import { createLineId } from '../quote/line/compose-lines.ts';
import type { Invoice } from './invoice.ts';

/** Items and sums of an invoice. */
export type InvoiceContent = Pick<
  Invoice,
  | 'items'
  | 'sections'
  | 'discountType'
  | 'discountValue'
  | 'subtotal'
  | 'discountAmount'
  | 'taxAmount'
  | 'total'
  | 'taxes'
>;

/**
 * Composes one item per tax group. Uses the tax of the groups, because recomputing it could differ by a unit. `lineBase`
 * is the base for identifiers of the items.
 */
export function composeGroupContent(
  describe: (group: TaxGroup) => string,
  taxes: TaxGroup[],
  pricesIncludeTax: boolean,
  lineBase: string,
): InvoiceContent {
  const items = taxes.map((group, index) => {
    const { rate, net, tax, category, reason } = group;
    const amount = pricesIncludeTax ? net + tax : net;
    return {
      id: createLineId(lineBase, index),
      ...{ description: describe(group), quantity: 1, unitPrice: amount, taxRate: rate, amount },
      ...(category && { taxCategory: category }),
      ...(reason && { taxReason: reason }),
    };
  });
  return {
    ...{ items, sections: [], discountType: null, discountValue: null },
    subtotal: items.reduce((sum, { amount }) => sum + amount, 0),
    discountAmount: 0,
    taxAmount: taxes.reduce((sum, { tax }) => sum + tax, 0),
    total: sumGross(taxes),
    taxes,
  };
}
