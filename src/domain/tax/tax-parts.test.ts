import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { splitTax } from '../money/split-tax.ts';
import type { TaxGroup } from '../money/tax-group.ts';
import { findIndianState } from './indian-states.ts';
import { addTaxParts, findTaxSplit, findUnknownState } from './tax-parts.ts';

const party = (more: Partial<Parameters<typeof findTaxSplit>[0]> = {}) => ({
  ...{ country: 'IN' as string | null, region: null as string | null, taxId: null as string | null },
  ...more,
});
const KARNATAKA = party({ region: 'Karnataka' });

describe('the parts of the tax of a seller in India', () => {
  test('are central and state tax within a state, and integrated tax between states and abroad', () => {
    const split = (customer: Parameters<typeof party>[0]) => findTaxSplit(KARNATAKA, party(customer));
    for (const region of ['Karnataka', ' karnataka ', 'KA', 'IN-KA', '29']) {
      assert.deepEqual(split({ region }), ['CGST', 'SGST'], region);
    }
    for (const region of ['Kerala', 'MH', 'Tamil  Nadu', 'Jammu & Kashmir', 'Ladakh']) {
      assert.deepEqual(split({ region }), ['IGST'], region);
    }
    assert.deepEqual(split({ taxId: '27AAPFU0939F1ZV' }), ['IGST']);
    assert.deepEqual(split({ taxId: '29AAPFU0939F1ZV' }), ['CGST', 'SGST']);
    assert.deepEqual(split({ region: 'KA', taxId: '27AAPFU0939F1ZV' }), ['CGST', 'SGST']);
    assert.deepEqual(split({ country: 'AE' }), ['IGST']);
    assert.deepEqual(split({ country: null }), ['CGST', 'SGST']);
  });

  test('follow the registration of the seller, and are those of the territory in a union territory', () => {
    const registered = party({ taxId: '27AAPFU0939F1ZV', region: 'Karnataka' });
    assert.deepEqual(findTaxSplit(registered, KARNATAKA), ['IGST']);
    for (const region of [
      'Chandigarh',
      'Ladakh',
      'Lakshadweep',
      'Andaman and Nicobar Islands',
      'Daman and Diu',
    ]) {
      const there = party({ region });
      assert.deepEqual(findTaxSplit(there, there), ['CGST', 'UTGST'], region);
    }
    for (const region of ['Delhi', 'Puducherry', 'Jammu and Kashmir']) {
      const there = party({ region });
      assert.deepEqual(findTaxSplit(there, there), ['CGST', 'SGST'], region);
    }
  });

  test('are a guess if a state is not known, which is reported', () => {
    assert.deepEqual(findTaxSplit(party(), party()), ['CGST', 'SGST']);
    assert.deepEqual(findTaxSplit(KARNATAKA, party({ region: 'Bangalore' })), ['CGST', 'SGST']);
    assert.equal(findUnknownState(party(), KARNATAKA), '/account/region');
    assert.equal(findUnknownState(KARNATAKA, party({ region: 'Bangalore' })), '/customer/region');
    assert.equal(findUnknownState(KARNATAKA, KARNATAKA), null);
    assert.equal(findUnknownState(KARNATAKA, party({ country: 'AE' })), null);
    assert.equal(findUnknownState(party({ country: 'DE' }), party()), null);
  });

  test('exist nowhere else, and not for a tax of another name', () => {
    for (const country of [null, 'DE', 'AU', 'CA']) {
      assert.equal(findTaxSplit(party({ country }), KARNATAKA), null);
    }
    assert.equal(findTaxSplit({ ...KARNATAKA, taxName: 'Cess' }, KARNATAKA), null);
    assert.deepEqual(findTaxSplit({ ...KARNATAKA, taxName: 'GST' }, KARNATAKA), ['CGST', 'SGST']);
  });

  test('add up to the tax, differ by one unit at most, and their rates add up to the rate', () => {
    const rate = fc.integer({ min: 1, max: 1_000_000 }).map((tenThousandths) => tenThousandths / 10_000);
    const split = fc.constantFrom(['CGST', 'SGST'], ['CGST', 'UTGST'], ['IGST']);
    fc.assert(
      fc.property(rate, fc.maxSafeNat(), split, (percent, tax, names) => {
        const parts = splitTax({ rate: percent, tax }, names);
        const taxes = parts.map((part) => part.tax);
        assert.equal(
          taxes.reduce((sum, part) => sum + part, 0),
          tax,
        );
        assert.ok(Math.max(...taxes) - Math.min(...taxes) <= 1);
        assert.equal(
          parts.reduce((sum, part) => sum + part.rate, 0),
          percent,
        );
        assert.ok(parts.every((part) => Number.isSafeInteger(part.tax) && part.tax >= 0));
      }),
    );
  });

  test('replace those of an earlier version, and stay on a credit note', () => {
    const parts = [{ name: 'IGST', rate: 18, tax: 1 }];
    const taxes: TaxGroup[] = [
      { rate: 0, net: 5, tax: 0, category: 'exempt' },
      { rate: 18, net: 100, tax: 19, parts },
    ];
    const within = { account: KARNATAKA, customer: KARNATAKA };
    assert.deepEqual(addTaxParts({ taxes }, within).taxes, [
      taxes[0],
      {
        ...taxes[1],
        parts: [
          { name: 'CGST', rate: 9, tax: 10 },
          { name: 'SGST', rate: 9, tax: 9 },
        ],
      },
    ]);
    const credit = addTaxParts({ taxes, kind: 'CREDIT_NOTE' }, within);
    assert.deepEqual(credit.taxes[1]?.parts, [{ name: 'IGST', rate: 18, tax: 19 }]);
    const moved = { account: party({ country: 'DE' }), customer: KARNATAKA };
    assert.equal('parts' in (addTaxParts({ taxes }, moved).taxes[1] ?? {}), false);
    const plain = { taxes: taxes.slice(0, 1) };
    assert.equal(addTaxParts(plain, moved), plain);
  });

  test('know every code of a GSTIN once', () => {
    const codes = Array.from({ length: 38 }, (_, index) => String(index + 1).padStart(2, '0'));
    for (const code of [...codes, '97']) assert.ok(findIndianState(code), code);
    assert.equal(findIndianState('28')?.code, '37');
    assert.equal(findIndianState('25')?.code, '26');
    for (const text of ['', '39', 'Bavaria', 'constructor']) assert.equal(findIndianState(text), null);
  });
});
