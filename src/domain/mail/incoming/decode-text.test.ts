import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeMislabelled } from './decode-text.ts';

const TEXT = 'Größe 5, für 20 €';
const utf8 = Buffer.from(TEXT);
const western = Buffer.from('Gr\xf6\xdfe 5, f\xfcr 20 \x80', 'latin1');

test('Western text that is called UTF-8 is recognized, and the reverse', () => {
  for (const label of ['utf-8', 'UTF8', undefined]) {
    assert.equal(decodeMislabelled(western, label), TEXT, `${label}`);
    assert.equal(decodeMislabelled(utf8, label), undefined, `${label}`);
  }
  for (const label of ['iso-8859-1', 'ISO-8859-15', 'windows-1252', 'us-ascii', 'latin1']) {
    assert.equal(decodeMislabelled(utf8, label), TEXT, label);
    assert.equal(decodeMislabelled(western, label), undefined, label);
  }
});

test('a right label stays, also of a text with a broken character', () => {
  for (const label of ['utf-8', 'iso-8859-1', 'koi8-r']) {
    assert.equal(decodeMislabelled(Buffer.from('Yes.'), label), undefined, label);
  }
  assert.equal(decodeMislabelled(Buffer.concat([utf8, utf8.subarray(2, 3)]), 'utf-8'), undefined);
  assert.equal(decodeMislabelled(utf8, 'koi8-r'), undefined);
});
