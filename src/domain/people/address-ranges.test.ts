import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseAddressRange } from './address-ranges.ts';

test('addresses and ranges of both families are read', () => {
  assert.deepEqual(parseAddressRange('203.0.113.0/24'), { address: '203.0.113.0', bits: 24, family: 'ipv4' });
  assert.deepEqual(parseAddressRange(' 10.0.0.1 '), { address: '10.0.0.1', bits: 32, family: 'ipv4' });
  assert.deepEqual(parseAddressRange('2001:db8::/32'), { address: '2001:db8::', bits: 32, family: 'ipv6' });
  assert.deepEqual(parseAddressRange('::1'), { address: '::1', bits: 128, family: 'ipv6' });
  assert.equal(parseAddressRange('0.0.0.0/0')?.bits, 0);
});

test('anything else is rejected', () => {
  for (const text of [
    '',
    'example.test',
    '10.0.0.1/33',
    '10.0.0.1/-1',
    '10.0.0.1/',
    '10.0.0.1/8/8',
    '10.0.0.256',
    '010.0.0.1',
    '10.0.1',
    '2001:db8::/129',
    ':::',
    'fe80::1%eth0',
    '1:2:3',
    '2001:db8::1::2',
  ]) {
    assert.equal(parseAddressRange(text), undefined, text);
  }
});
