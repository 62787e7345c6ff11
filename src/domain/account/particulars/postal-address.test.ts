import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AddressPart, hasRegions, joinAddress, listAddressLines } from './postal-address.ts';

const join = (country: string | null, ...cells: [part: AddressPart | undefined, text: string][]) =>
  joinAddress(
    cells.map(([part, text]) => ({ part, text })),
    country,
  );

test('an address is joined in the order of its country, regardless of the column order', () => {
  const parts: [AddressPart, string][] = [
    ['city', 'Springfield'],
    ['region', 'IL'],
    ['postalCode', '62701'],
    ['number', '742'],
    ['street', 'Evergreen Terrace'],
    ['street2', 'Suite 5'],
  ];
  assert.equal(join('US', ...parts), '742 Evergreen Terrace\nSuite 5\nSpringfield, IL 62701');
  assert.equal(join('DE', ...parts), 'Evergreen Terrace 742\nSuite 5\n62701 Springfield\nIL');
  assert.equal(join('FR', ...parts), '742 Evergreen Terrace\nSuite 5\n62701 Springfield\nIL');
  assert.equal(join(null, ...parts), join('DE', ...parts));
  assert.equal(join('KR', ...parts), '62701\nIL Springfield Evergreen Terrace 742\nSuite 5');
  assert.equal(
    join(
      'JP',
      ['street', '千代田1-1'],
      ['city', '千代田区'],
      ['region', '東京都'],
      ['postalCode', '100-0001'],
    ),
    '〒100-0001\n東京都千代田区千代田1-1',
  );
});

test('empty parts are skipped, and unknown parts become separate lines', () => {
  assert.equal(join('DE', ['street', ''], ['city', 'Berlin'], ['postalCode', '']), 'Berlin');
  assert.equal(join('DE', ['street', ''], ['number', '5'], ['city', 'Berlin']), '5\nBerlin');
  assert.equal(join('US', ['city', ''], ['region', ''], ['postalCode', '1']), '1');
  assert.equal(
    join('DE', [undefined, 'c/o Ada'], ['city', 'Köln'], [undefined, 'Hof']),
    'c/o Ada\nHof\nKöln',
  );
  assert.equal(join('DE', ['street', ''], [undefined, '']), null);
});

test('a printed address is the entered one, or its parts by the custom of the country', () => {
  const parts = {
    street: '10 Downing Street',
    street2: null,
    postalCode: 'SW1A 2AA',
    city: 'London',
    region: null,
  };
  const lines = (country: string, address: string | null = null) =>
    listAddressLines({ ...parts, country, address });
  assert.deepEqual(lines('GB'), ['10 Downing Street', 'London SW1A 2AA']);
  assert.deepEqual(listAddressLines({ ...parts, street2: 'Flat 2', country: 'GB', address: ' ' }), [
    ...['10 Downing Street', 'Flat 2', 'London SW1A 2AA'],
  ]);
  assert.deepEqual(lines('DE'), ['10 Downing Street', 'SW1A 2AA London']);
  assert.deepEqual(lines('GB', 'c/o Larry\r\nLondon'), ['c/o Larry', 'London']);
  assert.deepEqual(
    listAddressLines({
      ...parts,
      city: 'Roma',
      region: 'RM',
      postalCode: '00184',
      country: 'IT',
      address: null,
    }),
    ['10 Downing Street', '00184 Roma RM'],
  );
  const unknown = { ...parts, address: null, country: null };
  assert.deepEqual(listAddressLines(unknown, { country: 'GB' }), lines('GB'), 'the country of the seller');
  assert.deepEqual(listAddressLines(unknown), lines('DE'));
  assert.deepEqual(listAddressLines({ address: null, country: 'GB' }), [], 'stored before there were parts');
});

test('only some countries have regions in their addresses', () => {
  assert.deepEqual(['US', 'JP', 'DE', null].map(hasRegions), [true, true, false, false]);
});
