import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toSearchForm } from './search-form.ts';

test('the fast path returns the same form as the general path', () => {
  const chars = Array.from({ length: 0x250 }, (_, code) => String.fromCharCode(code));
  for (const char of chars) {
    for (const text of [char, `A${char}`, `${char}É`]) {
      // This character disables the fast path.
      assert.equal(`${toSearchForm(text)}網`, toSearchForm(`${text}網`), JSON.stringify(text));
    }
  }
  assert.equal(toSearchForm('STRASSE Straße ΣΣ µ ÀÉ'), 'strasse strasse σσ μ àé');
});
