import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseIpAddress } from './client-address.ts';

const ADDRESSES: Record<string, string> = {
  '203.0.113.7': '203.0.113.7',
  ' 203.0.113.7 ': '203.0.113.7',
  '203.0.113.7:51234': '203.0.113.7',
  '2001:DB8::7': '2001:db8::7',
  '[2001:db8::7]': '2001:db8::7',
  '[2001:db8::7]:443': '2001:db8::7',
  'fe80::1%eth0': 'fe80::1',
  '[fe80::1%eth0]:80': 'fe80::1',
  '::ffff:203.0.113.7': '203.0.113.7',
  '::1': '::1',
};

const NOTHING = [
  '',
  'unknown',
  '_hidden',
  'localhost',
  '<script>alert(1)</script>',
  '203.0.113.7 or 1=1',
  '203.0.113.256',
  '203.0.113',
  '203.0.113.7:',
  '203.0.113.7:x',
  '203.0.113.7:70000',
  '203.0.113.7%eth0',
  '2001:db8::7::',
  '[2001:db8::7',
  '[2001:db8::7]x',
  '[203.0.113.7]',
  '[]',
  '%eth0',
  `fe80::1%${'z'.repeat(1000)}`,
  '1'.repeat(100_000),
];

test('brackets, port and zone are removed from an address', () => {
  for (const [given, address] of Object.entries(ADDRESSES))
    assert.equal(parseIpAddress(given), address, given);
});

test('anything else is rejected', () => {
  assert.equal(parseIpAddress(undefined), null);
  for (const given of NOTHING) assert.equal(parseIpAddress(given), null, given.slice(0, 40));
});
