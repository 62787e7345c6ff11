import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { findPossibleMovements, findUnbookedMovements } from './movements.ts';
import type { Movement } from './provider.ts';

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
});

const ids = (movements: Movement[]) => movements.map(({ id }) => id);

test('a refund or a dispute of more than was paid is left out, with what reverses it', () => {
  const paid = movement('pi', 100);
  const refund = (id: string, amount: number): Movement => ({ ...movement(id, -amount), kind: 'refund' });
  const failed = (id: string, amount: number): Movement => ({
    ...movement(`${id}:failed`, amount),
    kind: 'refund_failed',
  });
  const dispute = (id: string, amount: number): Movement => ({ ...refund(id, amount), kind: 'dispute' });
  const won = (id: string, amount: number): Movement => ({ ...failed(id, amount), kind: 'dispute_won' });
  const cases: [booked: Movement[], reported: Movement[], possible: string[]][] = [
    [[], [paid, refund('r', 100)], ['pi', 'r']],
    [[], [paid, refund('r', 101)], ['pi']],
    [[], [refund('r', 100), paid], ['r', 'pi']],
    [[], [refund('r', 1)], []],
    [[paid, refund('r', 60)], [refund('s', 41), refund('t', 40)], ['t']],
    [[paid, refund('r', 100), failed('r', 100)], [refund('s', 100)], ['s']],
    [[paid], [refund('r', 101), failed('r', 101), refund('s', 100)], ['s']],
    // A bank may take a payment back that was refunded before.
    [[paid, refund('r', 100)], [dispute('d', 100)], ['d']],
    [[paid], [dispute('d', 101)], []],
    [[], [paid, dispute('d', 101)], ['pi']],
    [[paid], [refund('r', 60), refund('s', 40), refund('t', 1)], ['r', 's']],
    [[paid], [refund('r', 100), failed('r', 100), refund('s', 100)], ['r', 'r:failed', 's']],
    [[paid, dispute('d', 60)], [dispute('e', 41), dispute('f', 40)], ['f']],
    [[paid, dispute('d', 100), won('d', 100)], [dispute('e', 100)], ['e']],
    [[paid], [refund('r', 1)], ['r']],
  ];
  for (const [booked, reported, possible] of cases) {
    assert.deepEqual(ids(findPossibleMovements(booked, reported)), possible, JSON.stringify(reported));
  }
});

test('a movement without a time, or with an amount that its kind cannot have, is left out', () => {
  const paid = movement('pi', 100);
  const refund = movement('r', -5);
  const impossible: Movement[] = [
    ...[Number.NaN, Number.POSITIVE_INFINITY, -1].map((at) => ({ ...refund, at })),
    ...[5, 0, -0.5, Number.NaN].map((amount) => ({ ...refund, amount })),
    { ...paid, amount: -5 },
  ];
  for (const wrong of impossible) assert.deepEqual(findPossibleMovements([paid], [wrong]), []);
});
