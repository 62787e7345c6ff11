import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quoteAndParties } from '../../../test/fixtures/quote.ts';
import { patchAccount } from './patch-account.ts';

const { account: ACCOUNT } = quoteAndParties();
const NOW = Date.parse('2026-11-02T10:00:00.000Z');

test('absent fields stay, null clears, and updatedAt is set', () => {
  const changed = patchAccount(ACCOUNT, { name: 'Another name', taxId: null }, NOW);
  assert.deepEqual(changed, {
    ...ACCOUNT,
    name: 'Another name',
    taxId: null,
    updatedAt: '2026-11-02T10:00:00.000Z',
  });
});

test('a patch with the current values changes nothing', () => {
  assert.equal(patchAccount(ACCOUNT, { name: ACCOUNT.name }, NOW), ACCOUNT);
  assert.equal(patchAccount(ACCOUNT, {}, NOW), ACCOUNT);
});
