import assert from 'node:assert/strict';
import { test } from 'node:test';
import { searchForm } from './search-form.ts';

test('the fast path returns the same form as the general path', () => {
  const chars = Array.from({ length: 0x250 }, (_, code) => String.fromCharCode(code));
  for (const char of chars) {
    for (const text of [char, `A${char}`, `${char}É`]) {
      // This character disables the fast path.
      assert.equal(`${searchForm(text)}網`, searchForm(`${text}網`), JSON.stringify(text));
    }
  }
  assert.equal(searchForm('STRASSE Straße ΣΣ µ ÀÉ'), 'strasse strasse σσ μ àé');
});
