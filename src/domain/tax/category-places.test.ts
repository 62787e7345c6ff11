import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COUNTRY_CODES } from '../account/country-codes.ts';
import { describeWrongPlace, findCategoryPlaceErrors } from './category-places.ts';
import { UNTAXED_CATEGORIES } from './tax-category.ts';

const EU = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ');

test('only sellers in the EU, Monaco and Northern Ireland supply within the EU', () => {
  const possible = [...COUNTRY_CODES, 'XI'].filter(
    (country) => describeWrongPlace('intra_eu', { country, taxId: null }) === null,
  );
  assert.deepEqual(possible.sort(), [...EU, 'MC', 'XI'].sort());
  assert.equal(describeWrongPlace('intra_eu', { country: 'GB', taxId: 'XI123456789' }), null);
  assert.match(describeWrongPlace('intra_eu', { country: 'GB', taxId: 'GB1' }) ?? '', /account is GB/);
  assert.equal(describeWrongPlace('intra_eu', { country: null, taxId: null }), null);
});

test('the exemption of small businesses is refused only where there is no such tax', () => {
  for (const country of ['US', 'HK', 'QA']) {
    assert.match(
      describeWrongPlace('small_business', { country, taxId: null }) ?? '',
      /^cannot be small_business/,
    );
  }
  for (const country of [...EU, 'GB', 'CH', 'AU', 'IN', 'MX', null]) {
    assert.equal(describeWrongPlace('small_business', { country, taxId: null }), null);
  }
});

test('every other category is possible in every country', () => {
  for (const category of UNTAXED_CATEGORIES) {
    if (category === 'intra_eu' || category === 'small_business') continue;
    for (const country of COUNTRY_CODES)
      assert.equal(describeWrongPlace(category, { country, taxId: null }), null);
  }
});

test('an item that had its category before stays valid', () => {
  const seller = { country: 'US', taxId: null };
  const item = { id: 'itm_1', taxCategory: 'intra_eu' as const };
  const paths = (...args: Parameters<typeof findCategoryPlaceErrors>) =>
    findCategoryPlaceErrors(...args).map(({ path }) => path);
  assert.deepEqual(paths([{ id: 'itm_0' }, item], seller), ['/items/1/taxCategory']);
  assert.deepEqual(paths([item], seller, [item]), []);
  assert.deepEqual(paths([item], seller, [{ id: 'itm_1', taxCategory: 'export' }]), ['/items/0/taxCategory']);
  assert.deepEqual(paths([{ taxCategory: 'intra_eu' }], seller, [item]), ['/items/0/taxCategory']);
  assert.deepEqual(paths(undefined, seller), []);
});
