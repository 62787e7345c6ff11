import { currencyDecimals } from '../../../domain/money/currency.ts';
import { DECIMAL_SCALE, toTenThousandths } from '../../../domain/money/decimal.ts';
import { removeTax } from '../../../domain/money/group-taxes.ts';
import { isPricedInParts } from '../../../domain/money/quantity-prices.ts';
import { spreadAmount } from '../../../domain/money/spread.ts';
import type { InvoiceParticulars } from '../source.ts';
import { sumAmounts } from './amounts.ts';

/** An item without tax. Amounts are in the smallest currency unit. */
export interface NetLine {
  /** After the discount of the item (BT-131). */
  net: bigint;
  /** The discount of the item (BT-136). */
  allowance: bigint;
  /** Price (BT-146) of the base quantity. */
  price: bigint;
  /** Quantity that the price is for (BT-149). */
  baseQuantity: number;
}

type Item = InvoiceParticulars['items'][number];
type Prices = Pick<InvoiceParticulars, 'currency' | 'pricesIncludeTax'>;

/**
 * Computes the net lines of one group of items with the same rate and category. `group` holds the net and tax of the
 * group that the invoice stores: they decide, and the lines are made to fit.
 */
export function computeNetLines(
  items: readonly Item[],
  group: { rate: number; net: bigint; tax: bigint },
  prices: Prices,
): NetLine[] {
  if (!prices.pricesIncludeTax) return items.map((item) => computeNetLine(item, prices.currency));
  const amounts = items.map(({ amount }) => BigInt(amount));
  const gross = sumAmounts(amounts);
  // The net of a stage is a difference of running totals, so that only a discount makes it differ from the lines.
  const before = gross === group.net + group.tax ? group.net : removeTax(gross, group.rate);
  const nets = spreadAmount(before < group.net ? group.net : before, amounts);
  return items.map(({ quantity, discountAmount = 0 }, index) => {
    const net = nets[index] ?? 0n;
    const allowance = removeTax(BigInt(discountAmount), group.rate);
    return { net, allowance, price: net + allowance, baseQuantity: quantity };
  });
}

function computeNetLine(item: Item, currency: string): NetLine {
  const { quantity, unitPrice, amount, discountAmount = 0 } = item;
  const [net, allowance] = [BigInt(amount), BigInt(discountAmount)];
  // In a currency without decimals, rounding the line can move it further from quantity × price than receivers accept.
  const isRounded = (toTenThousandths(quantity) * BigInt(unitPrice)) % DECIMAL_SCALE !== 0n;
  return isPricedInParts(item) || (isRounded && currencyDecimals(currency) === 0)
    ? { net, allowance, price: net + allowance, baseQuantity: quantity }
    : { net, allowance, price: BigInt(unitPrice), baseQuantity: 1 };
}
