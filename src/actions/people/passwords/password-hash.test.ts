import assert from 'node:assert/strict';
import { it } from 'node:test';
import { hashPassword, isPassword } from './password-hash.ts';

it('a hash matches its password in any Unicode composition and no other password', async () => {
  const hash = await hashPassword('caf\u00e9 au lait');
  assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  assert.notEqual(await hashPassword('caf\u00e9 au lait'), hash);
  assert.equal(await isPassword('cafe\u0301 au lait', hash), true);
  assert.equal(await isPassword('cafe au lait', hash), false);
  assert.equal(await isPassword('caf\u00e9 au lait', null), false);
});
