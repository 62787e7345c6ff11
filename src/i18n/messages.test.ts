import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LANGUAGES } from '../domain/languages.ts';
import { fill } from './fill.ts';
import { formatMoney } from './format.ts';
import { resolveLocale } from './locale.ts';
import { MESSAGES } from './messages.ts';

test('no medium repeats or hides a shared word', () => {
  for (const language of LANGUAGES) {
    const { words, page, mail, document } = MESSAGES[language];
    const shared = new Set(Object.keys(words));
    const again = [page, mail, document]
      .flatMap((place) => Object.keys(place))
      .filter((key) => shared.has(key));
    assert.deepEqual(again, [], language);
  }
});

test('a value that looks like a placeholder is not filled', () => {
  assert.equal(fill('{a} and {b}', { a: '{b}', b: '$&' }), '{b} and $&');
  assert.equal(fill('{c}', {}), '{c}');
});

test('a value that ends with a full stop ends its sentence', () => {
  assert.equal(fill('Дійсна до {date}.', { date: '1 квітня 2026 р.' }), 'Дійсна до 1 квітня 2026 р.');
  assert.equal(fill('From {a}. And {b}.', { a: 'Acme Inc.', b: 'us' }), 'From Acme Inc. And us.');
});

test('a negative amount has a minus sign, not a hyphen', () => {
  for (const language of LANGUAGES) {
    const amount = formatMoney(-123_456, 'EUR', resolveLocale(language));
    assert.match(amount, /\u2212/, language);
    assert.doesNotMatch(amount, /-/, language);
  }
});
