import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { contentDisposition } from './content-disposition.ts';

const HEADER =
  /^attachment; filename="([\x20-\x21\x23-\x5b\x5d-\x7e]*)"; filename\*=UTF-8''([\w!#$&+.^`|~%-]*)$/;

test('a name in any script is one parameter in ASCII and one in UTF-8', () => {
  for (const [name, ascii] of [
    ['Q-1 Größe.pdf', 'Q-1 Große.pdf'.normalize('NFKD').replaceAll(/[^\x20-\x7e]/g, '_')],
    ['見積書.pdf', '___.pdf'],
    ['a"; filename="evil.exe', 'a_; filename=_evil.exe'],
    ['a\\b.txt', 'a_b.txt'],
    ["it's (1)*.txt", "it's (1)*.txt"],
    ['a\r\nSet-Cookie: b', 'a__Set-Cookie: b'],
  ] as const) {
    const [, plain, encoded = ''] = HEADER.exec(contentDisposition('attachment', name)) ?? [];
    assert.deepEqual([plain, decodeURIComponent(encoded)], [ascii, name]);
  }
});

test('no name adds a parameter or a header', () => {
  const anyName = fc.string({ unit: 'binary' });
  fc.assert(
    fc.property(anyName, (name) => {
      const [, , encoded] = HEADER.exec(contentDisposition('attachment', name)) ?? [];
      assert.equal(decodeURIComponent(encoded ?? 'not a header'), name);
    }),
  );
});
