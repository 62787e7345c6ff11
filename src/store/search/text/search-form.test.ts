import assert from 'node:assert/strict';
import { test } from 'node:test';
import { searchForm } from './search-form.ts';

test('a text that has a quick way gets the form that it has among other characters', () => {
  const chars = Array.from({ length: 0x250 }, (_, code) => String.fromCharCode(code));
  for (const char of chars) {
    for (const text of [char, `A${char}`, `${char}É`]) {
      // There is none for a text with this.
      assert.equal(`${searchForm(text)}網`, searchForm(`${text}網`), JSON.stringify(text));
    }
  }
  assert.equal(searchForm('STRASSE Straße ΣΣ µ ÀÉ'), 'strasse strasse σσ μ àé');
});
