import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  isSealCurrent,
  openField,
  type SealedPlace,
  type SealingSecrets,
  sealField,
} from './sealed-field.ts';

const [CURRENT, PREVIOUS, STORED] = ['current', 'previous', 'stored'].map((name) => name.repeat(5)) as [
  string,
  string,
  string,
];
const PLACE: SealedPlace = { ownerId: 'acc_1', field: 'webhook secret' };
const TEXT = 'whsec_Größe';

function withSecrets(given: Partial<SealingSecrets> = {}): { sealing: SealingSecrets } {
  return { sealing: { current: CURRENT, previous: [], stored: STORED, ...given } };
}

test('a sealed value opens for the same owner and field only', () => {
  const sealed = sealField(withSecrets(), PLACE, TEXT);
  assert.match(sealed, /^s1\.[\w-]{8}\.[\w-]+$/);
  assert.notEqual(sealed, sealField(withSecrets(), PLACE, TEXT));
  assert.equal(openField(withSecrets(), PLACE, sealed), TEXT);
  assert.equal(openField(withSecrets(), PLACE, sealField(withSecrets(), PLACE, '')), '');
  assert.equal(openField(withSecrets(), { ...PLACE, ownerId: 'acc_2' }, sealed), undefined);
  assert.equal(openField(withSecrets(), { ...PLACE, field: 'totp' }, sealed), undefined);
});

test('a value that was changed or cut does not open', () => {
  const [version, id, data = ''] = sealField(withSecrets(), PLACE, TEXT).split('.');
  const bytes = Buffer.from(data, 'base64url');
  for (let place = 0; place < bytes.length; place++) {
    const other = Buffer.from(bytes);
    other[place] = (other[place] ?? 0) ^ 1;
    for (const changed of [other, bytes.subarray(0, place)]) {
      const text = `${version}.${id}.${changed.toString('base64url')}`;
      assert.equal(openField(withSecrets(), PLACE, text), undefined);
    }
  }
  for (const text of ['', '.', 's1..', `s1.${id}.`, `s1.AAAAAAAA.${data}`, `s2.${id}.${data}`]) {
    assert.equal(openField(withSecrets(), PLACE, text), undefined, text);
  }
});

test('a value of the previous secret opens while that is known, and is not current', () => {
  const sealed = sealField(withSecrets({ current: PREVIOUS }), PLACE, TEXT);
  const changed = withSecrets({ previous: [PREVIOUS] });
  assert.equal(openField(withSecrets(), PLACE, sealed), undefined);
  assert.equal(openField(changed, PLACE, sealed), TEXT);
  assert.equal(isSealCurrent(changed, PLACE, sealed), false);
  assert.equal(isSealCurrent(changed, PLACE, sealField(changed, PLACE, TEXT)), true);
});

test('without a secret outside the database the stored one seals, and opens after another was set', () => {
  const without = withSecrets({ current: null });
  const sealed = sealField(without, PLACE, TEXT);
  assert.equal(openField(without, PLACE, sealed), TEXT);
  assert.equal(openField(withSecrets(), PLACE, sealed), TEXT);
  assert.equal(isSealCurrent(withSecrets(), PLACE, sealed), false);
});
