import assert from 'node:assert/strict';
import { group } from '../../lib/runner.js';
import { expectTotals, readVectors } from '../money.js';

/** Taxes by rate: entries without net and tax may be left out. */
export function expectTaxes(taxes, expected) {
  const byRate = (entries) =>
    entries
      .filter(({ net, tax }) => net !== 0 || tax !== 0)
      .map(({ rate, net, tax }) => ({ rate, net, tax }))
      .sort((a, b) => a.rate - b.rate);
  assert.deepEqual(byRate(taxes), byRate(expected));
}

export const MONEY_EXTENDED = group(
  'extended-money',
  readVectors('money-extended').map(({ name, input, expected }) => [
    name,
    async ({ createQuote }) => {
      const quote = await createQuote(input);
      expectTotals(quote, expected);
      expectTaxes(quote.taxes, expected.taxes);
    },
  ]),
);
