import assert from 'node:assert/strict';
import { it } from 'node:test';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';
import { computeTotpCode, findCodeStep, formatTotpUri, isAppCode, newTotpKey } from './totp.ts';

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
  // A step lasts for thirty seconds.
  assert.equal(findCodeStep(KEY, code, 1002 * 30_000 - 1), step);
  assert.equal(findCodeStep(KEY, code, 999 * 30_000 - 1), undefined);
  for (const wrong of ['', '12345', 'abcdef', '1234567'])
    assert.equal(findCodeStep(KEY, wrong, 0), undefined);
});

it('a new key has at least 160 bits', () => {
  const keys = Array.from({ length: 100 }, newTotpKey);
  for (const key of keys) assert.match(key, /^[A-Z2-7]{32}$/);
  assert.equal(new Set(keys).size, keys.length);
});

it('an app reads the key from a URI that names the service and the person', () => {
  assert.equal(
    formatTotpUri(KEY, 'ada+x@mail.example'),
    `otpauth://totp/Proffer%3Aada%2Bx%40mail.example?secret=${KEY}&issuer=Proffer`,
  );
});

it('a code of an app has six digits, a recovery code has not', () => {
  for (const code of ['123456', ' 123 456 ', '1 2 3 4 5 6']) assert.equal(isAppCode(code), true, code);
  for (const code of ['', '12345', '1234567', '12345a', 'x123456', ...newRecoveryCodes()])
    assert.equal(isAppCode(code), false, code);
});

it('ten recovery codes differ, and each is accepted as people type it, for its user and secret alone', () => {
  const codes = newRecoveryCodes();
  assert.equal(new Set(codes).size, 10);
  for (const code of codes) assert.match(code, /^[0-9a-f]{4}(-[0-9a-f]{4}){3}$/);
  const code = 'ab12-cd34-ef56-7890';
  const hash = (text: string, secret = 'secret', userId = 'usr_1') => hashRecoveryCode(secret, userId, text);
  assert.match(hash(code), /^[0-9a-f]{64}$/);
  for (const typed of ['AB12CD34EF567890', ' ab12 cd34 ef56 7890 ', 'ab12–cd34–ef56–7890'])
    assert.equal(hash(typed), hash(code), typed);
  assert.notEqual(hash('ab12-cd34-ef56-7891'), hash(code));
  assert.notEqual(hash(code, 'other'), hash(code));
  assert.notEqual(hash(code, 'secret', 'usr_2'), hash(code));
  // Only the beginning of what is sent is looked at.
  assert.equal(hash(`${code}${'-'.repeat(81)}a`), hash(code));
  assert.notEqual(hash(`${code}${'-'.repeat(80)}a`), hash(code));
});
