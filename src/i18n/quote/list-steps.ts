import type { QuantityPrices } from '../../domain/money/quantity-prices.ts';
import { fill } from '../fill.ts';
import { formatMoney, formatQuantity } from '../format.ts';
import type { Locale } from '../locale.ts';

/** The words that the texts of each language have for it; named here because browsers load no texts. */
type StepWords = Record<'stepBelow' | 'stepFrom' | 'stepUpTo' | 'stepOver', string>;

/** “under 10”, “from 10” or, of graduated steps, “up to 10”, “over 10”, each with its price. A single step is no table. */
export function listSteps(
  { kind, steps }: QuantityPrices,
  currency: string,
  locale: Locale,
  t: StepWords,
): { quantity: string; price: string }[] {
  if (steps.length < 2) return [];
  const [first, other] = kind === 'volume' ? [t.stepBelow, t.stepFrom] : [t.stepUpTo, t.stepOver];
  return steps.map(({ from, unitPrice }, index) => ({
    quantity: fill(index === 0 ? first : other, {
      n: formatQuantity(index === 0 ? (steps[1]?.from ?? 0) : from, locale),
    }),
    price: formatMoney(unitPrice, currency, locale),
  }));
}
