import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinAddress } from './join-address.ts';

const join = (country: string | null, ...cells: [part: string | undefined, text: string][]) =>
  joinAddress(
    cells.map(([part, text]) => ({ part, text })),
    country,
  );

test('an address is joined in the order of its country, regardless of the column order', () => {
  const parts: [string, string][] = [
    ['town', 'Springfield'],
    ['region', 'IL'],
    ['postCode', '62701'],
    ['number', '742'],
    ['street', 'Evergreen Terrace'],
    ['extra', 'Suite 5'],
  ];
  assert.equal(join('US', ...parts), '742 Evergreen Terrace\nSuite 5\nSpringfield, IL 62701');
  assert.equal(join('DE', ...parts), 'Evergreen Terrace 742\nSuite 5\n62701 Springfield\nIL');
  assert.equal(join('FR', ...parts), '742 Evergreen Terrace\nSuite 5\n62701 Springfield\nIL');
  assert.equal(join(null, ...parts), join('DE', ...parts));
  assert.equal(join('KR', ...parts), '62701\nIL Springfield Evergreen Terrace 742\nSuite 5');
  assert.equal(
    join('JP', ['street', '千代田1-1'], ['town', '千代田区'], ['region', '東京都'], ['postCode', '100-0001']),
    '100-0001\n東京都千代田区千代田1-1',
  );
});

test('empty parts are skipped, and unknown parts become separate lines', () => {
  assert.equal(join('DE', ['street', ''], ['town', 'Berlin'], ['postCode', '']), 'Berlin');
  assert.equal(join('US', ['town', ''], ['region', ''], ['postCode', '1']), '1');
  assert.equal(
    join('DE', [undefined, 'c/o Ada'], ['town', 'Köln'], [undefined, 'Hof']),
    'c/o Ada\nHof\nKöln',
  );
  assert.equal(join('DE', ['street', ''], [undefined, '']), null);
});
