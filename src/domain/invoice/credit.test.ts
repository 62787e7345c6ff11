import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { computeCredit } from './credit.ts';

const amount = fc.oneof(fc.nat(300), fc.nat(10_000_000), fc.constant(0));
/** Groups as invoices have them: the tax may be a unit off the rate after a split into stages. */
const group = fc.record({
  rate: fc.constantFrom(0, 5.5, 7, 19, 25, 99.99),
  net: amount,
  off: fc.constantFrom(-1, 0, 1),
});
const groups = fc
  .array(group, { minLength: 1, maxLength: 5 })
  .map((all) =>
    all.map(({ rate, net, off }) => ({ rate, net, tax: Math.max(0, Math.round((net * rate) / 100) + off) })),
  );
const shares = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 });

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

test('credit notes add up to the invoice exactly, per group, net and tax, and no part is negative', () => {
  fc.assert(
    fc.property(groups, shares, (taxes, parts) => {
      const total = sum(taxes.map(({ net, tax }) => net + tax));
      let credited: number[] = [];
      let left = total;
      const nets = new Map<string, number>();
      const taken = new Map<string, number>();
      for (const part of [...parts, 1]) {
        const wanted = part === 1 ? left : Math.floor(left * part);
        if (wanted === 0) continue;
        const credit = computeCredit(taxes, credited, wanted);
        assert.equal(sum(credit.taxes.map(({ net, tax }) => net + tax)), wanted);
        assert.ok(credit.taxes.every(({ net, tax }) => net >= 0 && tax >= 0 && net + tax > 0));
        for (const [index, before] of taxes.entries()) {
          const now = (credit.creditedGroups[index] ?? 0) - (credited[index] ?? 0);
          assert.ok(now >= 0 && (credit.creditedGroups[index] ?? 0) <= before.net + before.tax);
        }
        for (const { rate, net, tax } of credit.taxes) {
          nets.set(`${rate}`, (nets.get(`${rate}`) ?? 0) + net);
          taken.set(`${rate}`, (taken.get(`${rate}`) ?? 0) + tax);
        }
        credited = credit.creditedGroups;
        left -= wanted;
      }
      assert.equal(left, 0);
      for (const rate of new Set(taxes.map((each) => each.rate))) {
        const own = taxes.filter((each) => each.rate === rate);
        assert.equal(nets.get(`${rate}`) ?? 0, sum(own.map(({ net }) => net)));
        assert.equal(taken.get(`${rate}`) ?? 0, sum(own.map(({ tax }) => tax)));
      }
    }),
  );
});

test('an amount is spread in proportion, and the running net is rounded', () => {
  const taxes = [
    { rate: 7, net: 10_000, tax: 700 },
    { rate: 19, net: 10_000, tax: 1_900 },
  ];
  const half = computeCredit(taxes, [], 11_300);
  assert.deepEqual(half, {
    taxes: [
      { rate: 7, net: 5_000, tax: 350 },
      { rate: 19, net: 5_000, tax: 950 },
    ],
    creditedGroups: [5_350, 5_950],
  });
  const one = computeCredit(taxes, half.creditedGroups, 1);
  assert.deepEqual(one, { taxes: [{ rate: 19, net: 1, tax: 0 }], creditedGroups: [5_350, 5_951] });
  assert.throws(() => computeCredit(taxes, half.creditedGroups, 11_301));
});
