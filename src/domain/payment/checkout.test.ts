import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  type CheckoutState,
  computeNextPoll,
  findCheckoutProblem,
  findUnbookedMovements,
  isActiveCheckout,
  mergeCheckoutState,
} from './checkout.ts';
import type { Movement } from './provider.ts';

const MINUTE = 60_000;

function movement(id: string, amount: number, currency = 'EUR'): Movement {
  return { id, kind: amount > 0 ? 'payment' : 'refund', amount, currency, at: 0 };
}

test('reports in any order, repeated and old ones, book each movement once', () => {
  const history = fc.uniqueArray(
    fc.record({ id: fc.string({ minLength: 1 }), amount: fc.integer({ min: -9999, max: 9999 }) }),
    { selector: ({ id }) => id, maxLength: 12 },
  );
  fc.assert(
    fc.property(history, fc.array(fc.nat(), { maxLength: 20 }), (happened, looks) => {
      const movements = happened
        .filter(({ amount }) => amount !== 0)
        .map(({ id, amount }) => movement(id, amount));
      const booked: Movement[] = [];
      // Each look sees the history up to some moment; the last one sees all of it.
      for (const look of [...looks.map((at) => at % (movements.length + 1)), movements.length]) {
        const known = booked.map(({ id }) => id);
        booked.push(...findUnbookedMovements(movements.slice(0, look), known, 'EUR'));
      }
      const sum = (rows: Movement[]) => rows.reduce((total, { amount }) => total + amount, 0);
      assert.equal(booked.length, movements.length);
      assert.equal(sum(booked), sum(movements));
    }),
  );
});

test('money of another currency, without an amount or repeated in one report is not booked again', () => {
  const reported = [movement('a', 5), movement('a', 5), movement('b', 5, 'USD'), movement('c', 0)];
  assert.deepEqual(
    findUnbookedMovements(reported, [null], 'EUR').map(({ id }) => id),
    ['a'],
  );
  const report = { isLive: false, movements: reported };
  assert.equal(findCheckoutProblem({ currency: 'EUR' }, report, false), 'currency');
  assert.equal(findCheckoutProblem({ currency: 'EUR' }, report, true), 'live_mode');
  const ours = { ...report, movements: [movement('a', 5)] };
  assert.equal(findCheckoutProblem({ currency: 'EUR' }, ours, false), null);
});

test('a state never goes back, and what has ended may turn out to be paid', () => {
  const after = (...states: CheckoutState[]) => states.reduce(mergeCheckoutState);
  assert.equal(after('open', 'processing', 'open'), 'processing');
  assert.equal(after('open', 'ended', 'processing', 'open'), 'ended');
  assert.equal(after('ended', 'paid', 'ended', 'open'), 'paid');
  const states = ['open', 'processing', 'ended', 'paid'] as const;
  assert.deepEqual(
    states.map((state) => isActiveCheckout({ state })),
    [true, true, false, false],
  );
});

test('polls follow the creation at first, then each other', () => {
  const next = (polls: number, now: number) => computeNextPoll({ createdAt: 0, polls }, now);
  assert.deepEqual([next(0, 0), next(1, MINUTE), next(2, 5 * MINUTE)], [MINUTE, 5 * MINUTE, 30 * MINUTE]);
  assert.deepEqual([next(3, 30 * MINUTE), next(9, 1000 * MINUTE)], [90 * MINUTE, 1060 * MINUTE]);
  assert.equal(next(1, 99 * MINUTE), 99 * MINUTE, 'a poll that is late is due at once');
});
