import assert from 'node:assert/strict';
import { it } from 'node:test';
import { acceptsStripe, fromStripeAmount, toStripeAmount } from './stripe-amounts.ts';

/** Our amount, and the same in units of Stripe. */
const AMOUNTS: [currency: string, ours: number, stripe: number][] = [
  ['EUR', 1050, 1050],
  ['JPY', 500, 500],
  ['ISK', 500, 50_000],
  ['UGX', 5000, 500_000],
  ['MGA', 50_000, 500],
  ['HUF', 17_501, 17_501],
  ['TWD', 80_045, 80_045],
  ['KWD', 5120, 5120],
];

it('amounts are converted to units of Stripe and back', () => {
  for (const [currency, ours, stripe] of AMOUNTS) {
    assert.equal(toStripeAmount(ours, currency), stripe, currency);
    assert.equal(fromStripeAmount(stripe, currency), ours, currency);
  }
});

it('an amount that Stripe cannot charge exactly is not accepted', () => {
  for (const [currency, ours] of AMOUNTS) assert.equal(acceptsStripe(ours, currency), true, currency);
  assert.equal(acceptsStripe(5123, 'KWD'), false);
  assert.equal(acceptsStripe(50_001, 'MGA'), false);
  assert.equal(acceptsStripe(1000, 'IQD'), false);
  assert.equal(acceptsStripe(10.5, 'EUR'), false);
  assert.throws(() => fromStripeAmount(550, 'ISK'));
});

it('less than the minimum of a currency is not accepted', () => {
  const minimums: [string, number][] = [
    ...([
      ['USD', 50],
      ['GBP', 30],
      ['HUF', 17_500],
      ['JPY', 50],
      ['CZK', 1500],
      ['NAD', 1],
    ] as [string, number][]),
  ];
  for (const [currency, min] of minimums) {
    assert.equal(acceptsStripe(min, currency), true, currency);
    assert.equal(acceptsStripe(min - 1, currency), false, currency);
  }
  assert.equal(acceptsStripe(1_000_000_000_000, 'EUR'), false);
});
