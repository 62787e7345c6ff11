import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pickPlural } from './console/plural.ts';
import { CONSOLE } from './console.ts';
import { fillGaps } from './texts.ts';

describe('console texts', () => {
  for (const [language, texts] of Object.entries(CONSOLE)) {
    it(`${language} names no variables, which only the administrator of a service knows`, () => {
      assert.doesNotMatch(JSON.stringify(texts), /[A-Z]{2,}_[A-Z]+/);
    });
  }

  it('picks the text for the number', () => {
    const texts = { one: 'a', two: 'b', few: 'c', other: 'd' };
    const arabic = [1, 2, 3, 100].map((n) => pickPlural(texts, n, { language: 'ar' }));
    assert.deepEqual(arabic, ['a', 'b', 'c', 'd']);
    assert.equal(pickPlural({ other: 'x' }, 1, { language: 'en' }), 'x');
  });

  it('fills gaps with English texts, in the English order', () => {
    const english = { home: { a: 'A', b: 'B' }, shell: { c: 'C', more: { d: 'D' } } };
    const filled = fillGaps({ shell: { more: {} }, home: { b: 'b', a: 'a' } }, english);
    assert.equal(
      JSON.stringify(filled),
      JSON.stringify({ home: { a: 'a', b: 'b' }, shell: { c: 'C', more: { d: 'D' } } }),
    );
  });

  it('counts by the rules of English where a plural is missing', () => {
    const english = { opened: { one: 'once', other: '{n} times' } };
    const pick = (texts: object, n: number) => {
      const { opened } = fillGaps(texts as typeof english, english) as typeof english;
      return pickPlural(opened, n, { language: 'uk' });
    };
    // 21 is singular in Ukrainian.
    assert.deepEqual([pick({}, 1), pick({}, 21)], ['once', '{n} times']);
    assert.equal(pick({ opened: { one: '{n} раз', other: '{n} разів' } }, 21), '{n} раз');
  });
});
