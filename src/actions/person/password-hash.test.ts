import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Problem } from '../../domain/errors.ts';
import { hashPassword, isPassword } from './password-hash.ts';

/** Of little cost, to have many at once. */
const CHEAP = `$argon2id$v=19$m=8,t=1,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;

it('knows a password again, however its letters were composed, and no other', async () => {
  const hash = await hashPassword('caf\u00e9 au lait');
  assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  assert.notEqual(await hashPassword('caf\u00e9 au lait'), hash);
  assert.equal(await isPassword('cafe\u0301 au lait', hash), true);
  assert.equal(await isPassword('cafe au lait', hash), false);
  assert.equal(await isPassword('caf\u00e9 au lait', null), false);
});

it('lets so many wait, and tells whoever comes then at once', async () => {
  const results = await Promise.allSettled(Array.from({ length: 50 }, () => isPassword('x', CHEAP)));
  const refused = results.filter((result) => result.status === 'rejected');
  assert.equal(refused.length, 50 - 42);
  for (const { reason } of refused) {
    assert.ok(reason instanceof Problem);
    assert.deepEqual([reason.code, reason.headers['Retry-After']], ['overloaded', '5']);
  }
  assert.equal(await isPassword('x', CHEAP), false, 'and goes on when they are done');
});
