import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { priceLines } from '../line/compose-lines.ts';
import type { UnpricedLine } from '../line/line-item.ts';
import { addMargins, computeMargins } from './margins.ts';

const line = fc.record({
  quantity: fc.integer({ min: 1, max: 50_000 }).map((n) => n / 100),
  unitPrice: fc.integer({ min: 0, max: 1_000_000 }),
  taxRate: fc.constantFrom(0, 7, 19, 20.5),
  selected: fc.option(fc.boolean(), { nil: undefined }),
  cost: fc.option(fc.integer({ min: 0, max: 1_500_000 }), { nil: undefined }),
});
const content = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 8 }),
  discountType: fc.constantFrom('percentage' as const, 'fixed' as const, null),
  discountValue: fc.integer({ min: 0, max: 100 }),
  pricesIncludeTax: fc.boolean(),
});

test('a margin is the total without tax less the costs, by an independent calculation', () => {
  fc.assert(
    fc.property(content, ({ lines, discountType, discountValue, pricesIncludeTax }) => {
      const unpriced = lines.map(({ cost: _cost, selected, ...rest }, index): UnpricedLine => {
        const optional = selected === undefined ? {} : { optional: true, selected };
        return { id: `itm_${index}`, description: 'Line', ...rest, ...optional };
      });
      const terms = { discountType, discountValue: discountType && discountValue, pricesIncludeTax };
      const priced = priceLines(unpriced, terms);
      const costs = Object.fromEntries(
        lines.flatMap(({ cost }, index) => (cost === undefined ? [] : [[`itm_${index}`, cost]])),
      );
      const { items, total } = computeMargins({ items: priced.items, ...terms }, costs);

      const chosen = [...lines.keys()].filter((index) => lines[index]?.selected !== false);
      const isKnown = chosen.length > 0 && chosen.every((index) => lines[index]?.cost !== undefined);
      const net = priced.total - priced.taxAmount;
      const spent = chosen.reduce((sum, index) => {
        const { quantity = 0, cost = 0 } = lines[index] ?? {};
        return sum + Math.round((Math.round(quantity * 100) * cost) / 100);
      }, 0);
      assert.deepEqual([total.cost, total.margin], isKnown ? [spent, net - spent] : [null, null]);
      if (isKnown && net !== 0) {
        const exact = ((net - spent) / net) * 100;
        assert.ok(
          Math.abs((total.marginPercent ?? NaN) - exact) <= 0.0051,
          `${total.marginPercent} ${exact}`,
        );
        const sum = items.reduce((all, { margin = 0 }) => all + margin, 0);
        assert.equal(sum, total.margin);
      } else assert.equal(total.marginPercent, null);
      for (const [index, { selected, cost }] of lines.entries()) {
        assert.equal(items[index]?.cost, cost);
        assert.equal(items[index]?.margin !== undefined, cost !== undefined && selected !== false);
      }
    }),
  );
});

test('a quote without costs has no margin, and figures beyond exact numbers are not shown', () => {
  const item = { id: 'itm_1', description: 'Line', quantity: 1e9, unitPrice: 0, taxRate: 0, amount: 0 };
  const terms = { items: [item], discountType: null, discountValue: null };
  const { cost, margin, marginPercent } = addMargins(terms, {});
  assert.deepEqual([cost, margin, marginPercent], [null, null, null]);
  assert.equal(addMargins(terms, { itm_1: 1e12 }).margin, null);
});
