import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isMailAddress } from './mail-address.ts';
import { encodeReplyToken, findReplyTokens, formatReplyAddress } from './reply-address.ts';

const hash = fc.uint8Array({ minLength: 32, maxLength: 32 });
const local = fc.stringMatching(/^[a-z0-9]{1,37}$/);

test('a token comes back from its address, whatever the case', () => {
  fc.assert(
    fc.property(hash, local, fc.boolean(), (bytes, name, isUpper) => {
      const token = encodeReplyToken(bytes);
      const address = formatReplyAddress(`${name}@studio.example`, token) ?? '';
      assert.ok(isMailAddress(address), address);
      assert.ok(address.lastIndexOf('@') <= 64);
      assert.deepEqual(findReplyTokens([isUpper ? address.toUpperCase() : address]), [token]);
    }),
  );
});

test('tokens differ wherever the first 130 bits of the hash differ', () => {
  fc.assert(
    fc.property(hash, fc.nat(129), (bytes, bit) => {
      const changed = Uint8Array.from(bytes);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (128 >> (bit & 7));
      assert.notEqual(encodeReplyToken(changed), encodeReplyToken(bytes));
    }),
  );
  assert.equal(encodeReplyToken(Buffer.from('foobar'.padEnd(32, '\0'))), 'mzxw6ytboiaaaaaaaaaaaaaaaa');
});

test('a local part that would be too long has no address', () => {
  const token = encodeReplyToken(new Uint8Array(32));
  assert.equal(formatReplyAddress(`${'a'.repeat(37)}@a.example`, token)?.lastIndexOf('@'), 64);
  assert.equal(formatReplyAddress(`${'a'.repeat(38)}@a.example`, token), undefined);
  assert.equal(formatReplyAddress(`${'ä'.repeat(19)}@a.example`, token), undefined, 'bytes count');
});

test('other addresses have no token', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (recipients) => {
      for (const token of findReplyTokens(recipients)) assert.match(token, /^[a-z2-7]{26}$/);
    }),
  );
  const token = encodeReplyToken(new Uint8Array(32));
  assert.deepEqual(
    findReplyTokens([token, `${token}@a.example`, `+${token}@a.example`, `a+${token}a@a.example`, '@', '']),
    [],
  );
  assert.deepEqual(findReplyTokens([`a+b+${token}@a.example`, `c+${token}@a.example`]), [token]);
});
