import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seal, unseal } from './sealed-token.ts';

const PARTS = ['acc_1', 'Größe', ''];

test('what was sealed opens with the same secret, for the same purpose', () => {
  const token = seal('secret', 'document', PARTS);
  assert.match(token, /^[\w-]+$/);
  assert.deepEqual(unseal('secret', 'document', token), PARTS);
  assert.deepEqual(unseal('secret', 'document', seal('secret', 'document', [])), []);
  assert.equal(unseal('another', 'document', token), undefined);
  assert.equal(unseal('secret', 'outbox', token), undefined);
});

test('no two are alike, and none tells what is in it', () => {
  const [one, two] = [seal('secret', 'document', PARTS), seal('secret', 'document', PARTS)];
  assert.notEqual(one, two);
  assert.equal(Buffer.from(one, 'base64url').includes('acc_1'), false);
  // Nonce, text and tag: 12, and 16.
  assert.equal(Buffer.from(one, 'base64url').length, 12 + Buffer.byteLength(JSON.stringify(PARTS)) + 16);
});

test('one that was given by an earlier version still opens', () => {
  const token = 'QO8_GKD5BdZX5qDHG6OpT-4cn4k7MPx_wC_M8VIwu3cIky_w4TrfWVEt2_U';
  assert.deepEqual(unseal('secret', 'document', token), ['acc_1', 'hash']);
});

test('a token with one bit changed, cut off, or made up opens nothing', () => {
  const bytes = Buffer.from(seal('secret', 'document', PARTS), 'base64url');
  for (let place = 0; place < bytes.length; place++) {
    const other = Buffer.from(bytes);
    other[place] = (other[place] ?? 0) ^ 1;
    assert.equal(unseal('secret', 'document', other.toString('base64url')), undefined, `byte ${place}`);
    const cut = bytes.subarray(0, place).toString('base64url');
    assert.equal(unseal('secret', 'document', cut), undefined, `${place} bytes`);
  }
  for (const token of ['', 'x', '~', 'A'.repeat(37), 'A'.repeat(38), 'A'.repeat(1000)]) {
    assert.equal(unseal('secret', 'document', token), undefined, token);
  }
});
