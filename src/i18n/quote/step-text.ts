import { MAX_STEPS, type PriceStep } from '../../domain/money/quantity-prices.ts';
import { MAX_UNIT_PRICE } from '../../domain/quote/line/line-item.ts';
import { formatAmountInput, formatNumberInput } from '../format-input.ts';
import { readAmount, readDigits } from '../parse-amount.ts';
import type { Separators } from '../parse-number.ts';

const MAX_QUANTITY = 1_000_000_000;

/** Formats steps as a person would type them: one per line, “10 = 9.00”. */
export function formatSteps(steps: readonly PriceStep[], currency: string, tag: string): string {
  const format = ({ from, unitPrice }: PriceStep) =>
    `${formatNumberInput(from, tag)} = ${formatAmountInput(unitPrice, currency, tag)}`;
  return steps.map(format).join('\n');
}

/** Parses what a person typed, or pasted from a spreadsheet; `undefined` if it is no list of steps from 0 on. */
export function parseSteps(text: string, currency: string, separators: Separators): PriceStep[] | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const steps: PriceStep[] = [];
  for (const line of lines.slice(0, MAX_STEPS + 1)) {
    const [quantity = '', price = '', ...more] = line.split(/[\t=]/);
    const from = Number(readDigits(quantity, separators, 4).value);
    const unitPrice = readAmount(price, currency, separators, MAX_UNIT_PRICE).value;
    const least = steps.at(-1)?.from ?? -1;
    if (more.length > 0 || unitPrice === undefined || !(from > least && from <= MAX_QUANTITY))
      return undefined;
    steps.push({ from, unitPrice });
  }
  return steps[0]?.from === 0 && steps.length <= MAX_STEPS ? steps : undefined;
}
