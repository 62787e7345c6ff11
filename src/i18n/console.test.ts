import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pickPlural } from './console/plural.ts';
import { CONSOLE } from './console.ts';

/** Every text with its path, such as `shell.home`. */
function listTexts(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  return Object.entries(value as object).flatMap(([name, inner]) =>
    listTexts(inner, path ? `${path}.${name}` : name),
  );
}

const PLURAL = /\.(zero|one|two|few|many|other)$/;
const listPlaces = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort();

describe('console texts', () => {
  const english = new Map(listTexts(CONSOLE.en));

  for (const [language, sayings] of Object.entries(CONSOLE)) {
    it(`${language} names no variables, which only the administrator of a service knows`, () => {
      for (const [path, text] of listTexts(sayings)) assert.doesNotMatch(text, /[A-Z]{2,}_[A-Z]+/, path);
    });

    it(`${language} has all texts with the same placeholders`, () => {
      for (const [path, text] of listTexts(sayings)) {
        assert.notEqual(text.trim(), '', path);
        const own = english.get(path.replace(PLURAL, '.other')) ?? english.get(path);
        assert.ok(own !== undefined, `${path} is said in no other language`);
        // A singular may omit the number: “a draft”.
        const missing = listPlaces(own).filter((place) => !text.includes(place));
        assert.deepEqual(
          PLURAL.test(path) ? missing.filter((place) => place !== '{n}') : missing,
          [],
          `${path}: ${text}`,
        );
        assert.deepEqual(
          listPlaces(text).filter((place) => !own.includes(place)),
          [],
          `${path}: ${text}`,
        );
      }
    });

    it(`${language} has all of its plural categories`, () => {
      const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
      const plurals = Map.groupBy(
        listTexts(sayings).filter(([path]) => PLURAL.test(path)),
        ([path]) => path.replace(PLURAL, ''),
      );
      for (const [path, texts] of plurals) {
        const given = texts.map(([name]) => PLURAL.exec(name)?.[1]);
        const missing = pluralCategories.filter(
          // French and Spanish use `many` for millions, with the same text as `other`.
          (category) => !given.includes(category) && !(category === 'many' && language !== 'ar'),
        );
        assert.deepEqual(missing, [], path);
      }
    });
  }

  it('picks the text for the number', () => {
    const texts = { one: 'a', two: 'b', few: 'c', other: 'd' };
    const arabic = [1, 2, 3, 100].map((n) => pickPlural(texts, n, { language: 'ar' }));
    assert.deepEqual(arabic, ['a', 'b', 'c', 'd']);
    assert.equal(pickPlural({ other: 'x' }, 1, { language: 'en' }), 'x');
  });
});
