import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seal, unseal, unsealWith } from './sealed-token.ts';

const PARTS = ['acc_1', 'Größe', ''];

test('a sealed token opens with the same secret and purpose only', () => {
  const token = seal('secret', 'document', PARTS);
  assert.match(token, /^[\w-]+$/);
  assert.deepEqual(unsealWith('secret', 'document', token), PARTS);
  assert.deepEqual(unsealWith('secret', 'document', seal('secret', 'document', [])), []);
  assert.equal(unsealWith('another', 'document', token), undefined);
  assert.equal(unsealWith('secret', 'outbox', token), undefined);
});

test('tokens of the same parts differ and do not reveal them', () => {
  const [one, two] = [seal('secret', 'document', PARTS), seal('secret', 'document', PARTS)];
  assert.notEqual(one, two);
  assert.equal(Buffer.from(one, 'base64url').includes('acc_1'), false);
  // A token is a nonce of 12 bytes, the text and a tag of 16 bytes.
  assert.equal(Buffer.from(one, 'base64url').length, 12 + Buffer.byteLength(JSON.stringify(PARTS)) + 16);
});

test('the format of a token stays', () => {
  const token = 'QO8_GKD5BdZX5qDHG6OpT-4cn4k7MPx_wC_M8VIwu3cIky_w4TrfWVEt2_U';
  assert.deepEqual(unsealWith('secret', 'document', token), ['acc_1', 'hash']);
});

test('a modified, truncated or forged token does not open', () => {
  const bytes = Buffer.from(seal('secret', 'document', PARTS), 'base64url');
  for (let place = 0; place < bytes.length; place++) {
    const other = Buffer.from(bytes);
    other[place] = (other[place] ?? 0) ^ 1;
    assert.equal(unsealWith('secret', 'document', other.toString('base64url')), undefined, `byte ${place}`);
    const cut = bytes.subarray(0, place).toString('base64url');
    assert.equal(unsealWith('secret', 'document', cut), undefined, `${place} bytes`);
  }
  for (const token of ['', 'x', '~', 'A'.repeat(37), 'A'.repeat(38), 'A'.repeat(1000)]) {
    assert.equal(unsealWith('secret', 'document', token), undefined, token);
  }
});

test('another text that decodes to the same bytes does not open', () => {
  // The last of two or three characters has unused bits.
  for (const parts of [['a'], ['ab'], ['abc']]) {
    const token = seal('secret', 'document', parts);
    assert.deepEqual(unsealWith('secret', 'document', token), parts);
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const others = [...alphabet]
      .map((last) => token.slice(0, -1) + last)
      .concat(`${token}=`, `${token}!`, `${token.slice(0, 5)}.${token.slice(5)}`, ` ${token}`)
      .concat(token.replaceAll('-', '+').replaceAll('_', '/'))
      .filter((other) => other !== token);
    for (const other of others) assert.equal(unsealWith('secret', 'document', other), undefined, other);
  }
});

test('a token of the previous secret opens while that is configured', () => {
  const token = seal('previous', 'document', PARTS);
  const open = (previousSecret: string | null) =>
    unseal({ secret: 'current', config: { previousSecret } }, 'document', token);
  assert.deepEqual([open('previous'), open('another'), open(null)], [PARTS, undefined, undefined]);
});
