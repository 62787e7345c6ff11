import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMemoryWindows } from '../../actions/rate-limits.ts';
import { toNetwork } from './sign-in-limit.ts';

const NETWORKS: Record<string, string> = {
  '203.0.113.7': '203.0.113.7',
  '2001:db8:1:2:3:4:5:6': '2001:db8:1:2',
  '2001:db8:1:2::': '2001:db8:1:2',
  '2001:0db8:0001:0002::9': '2001:db8:1:2',
  '2001:db8::1': '2001:db8:0:0',
  '2001:db8::1:2:3:4:5': '2001:db8:0:1',
  '::1': '0:0:0:0',
  '::': '0:0:0:0',
  '64:ff9b::203.0.113.7': '64:ff9b:0:0',
  '2001:db8:1:2:3:4:203.0.113.7': '2001:db8:1:2',
};

test('the network is the IPv4 address, or the /64 of an IPv6 address in any spelling', () => {
  for (const [address, network] of Object.entries(NETWORKS))
    assert.equal(toNetwork(address), network, address);
});

test('the windows that end first are evicted', () => {
  const use = createMemoryWindows(3);
  const count = (subject: string, now: number) =>
    use({ accountId: '', kind: 'refused', subject }, 1, now).used;
  for (const [now, subject] of ['a', 'b', 'c'].entries()) assert.equal(count(subject, now), 1);
  assert.equal(count('a', 3), 2);
  assert.equal(count('d', 4), 1);
  assert.deepEqual([count('b', 5), count('c', 5), count('d', 5)], [2, 2, 2]);
  assert.equal(count('a', 6), 1, 'its window ended first');
});

test('a restarted window ends after the others', () => {
  const use = createMemoryWindows(2);
  const count = (subject: string, now: number) =>
    use({ accountId: '', kind: 'refused', subject }, 1, now).used;
  count('a', 0);
  count('b', 30_000);
  count('a', 60_000);
  count('c', 60_001);
  assert.equal(count('a', 60_002), 2, 'b ends first');
});
