import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { group } from '../lib/runner.js';

export function readVectors(name) {
  return JSON.parse(readFileSync(new URL(`../vectors/${name}.json`, import.meta.url), 'utf8'));
}

/** Compares the numbers of a stored quote with those of the vector. */
export function expectTotals(quote, expected) {
  const { amounts, taxes: _, ...totals } = expected;
  assert.deepEqual(
    quote.items.map(({ amount }) => amount),
    amounts,
  );
  const got = Object.fromEntries(Object.keys(totals).map((field) => [field, quote[field]]));
  assert.deepEqual(got, totals);
}

export const MONEY = group(
  'money',
  readVectors('money').map(({ name, input, expected }) => [
    name,
    async ({ createQuote }) => expectTotals(await createQuote(input), expected),
  ]),
);
