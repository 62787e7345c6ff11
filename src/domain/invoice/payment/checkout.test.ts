import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type CheckoutState,
  computeNextPoll,
  findCheckoutProblem,
  isActiveCheckout,
  mergeCheckoutState,
} from './checkout.ts';

const MINUTE = 60_000;

test('money of another currency or of the other mode is a problem', () => {
  const paid = (currency: string) => [{ id: 'a', kind: 'payment' as const, amount: 5, currency, at: 0 }];
  const report = { isLive: false, movements: [...paid('EUR'), ...paid('USD')] };
  assert.equal(findCheckoutProblem({ currency: 'EUR' }, report, false), 'currency');
  assert.equal(findCheckoutProblem({ currency: 'EUR' }, report, true), 'live_mode');
  const ours = { ...report, movements: paid('EUR') };
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
