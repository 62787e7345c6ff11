import assert from 'node:assert/strict';
import { it } from 'node:test';
import { computeTotpCode, findCodeStep, newTotpKey } from './totp.ts';

/** The key of RFC 6238, "12345678901234567890", in base 32. */
const KEY = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

it('the codes match those of RFC 6238', () => {
  for (const [seconds, code] of [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ] as const) {
    assert.equal(computeTotpCode(KEY, Math.floor(seconds / 30)), code);
    assert.equal(findCodeStep(KEY, code, seconds * 1000), Math.floor(seconds / 30));
  }
});

it('a code is accepted one step before and after its time and at no other', () => {
  const step = 1000;
  const code = computeTotpCode(KEY, step);
  const at = (other: number) => findCodeStep(KEY, `${code.slice(0, 3)} ${code.slice(3)}`, other * 30_000);
  assert.deepEqual(
    [at(998), at(999), at(1000), at(1001), at(1002)],
    [undefined, step, step, step, undefined],
  );
  for (const wrong of ['', '12345', 'abcdef', '1234567'])
    assert.equal(findCodeStep(KEY, wrong, 0), undefined);
});

it('a new key has at least 160 bits', () => {
  assert.match(newTotpKey(), /^[A-Z2-7]{32}$/);
  assert.notEqual(newTotpKey(), newTotpKey());
});
