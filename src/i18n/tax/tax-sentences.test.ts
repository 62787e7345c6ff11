import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LANGUAGES } from '../../domain/languages.ts';
import { TAX_CATEGORIES } from '../../domain/tax/tax-category.ts';
import { getTaxSentence } from './tax-sentences.ts';

/** Wording that the law of the country prescribes, for a reader of its language. */
const PRESCRIBED = [
  ['small_business', 'FR', 'fr', 'TVA non applicable, art. 293 B du CGI'],
  ['reverse_charge', 'FR', 'fr', 'Autoliquidation'],
  ['reverse_charge', 'DE', 'de', 'Steuerschuldnerschaft des Leistungsempfängers'],
  ['reverse_charge', 'BE', 'nl', 'Btw verlegd'],
  ['reverse_charge', 'BE', 'fr', 'Autoliquidation'],
  ['reverse_charge', 'NL', 'nl', 'Btw verlegd'],
  ['reverse_charge', 'IT', 'it', 'Inversione contabile'],
  ['reverse_charge', 'ES', 'es', 'Inversión del sujeto pasivo'],
  ['reverse_charge', 'PT', 'pt', 'IVA – autoliquidação'],
  ['reverse_charge', 'PL', 'pl', 'Odwrotne obciążenie'],
  ['reverse_charge', 'SE', 'sv', 'Omvänd betalningsskyldighet'],
  ['small_business', 'PT', 'pt', 'IVA – regime de isenção'],
  ['small_business', 'BE', 'nl', 'Bijzondere vrijstellingsregeling kleine ondernemingen'],
  ['small_business', 'IN', 'en', 'Composition taxable person, not eligible to collect tax on supplies'],
] as const;

test('a reader of the language of the law gets the prescribed wording', () => {
  for (const [category, country, language, text] of PRESCRIBED) {
    assert.equal(getTaxSentence(category, country, language), text, `${country} ${category}`);
  }
  assert.match(getTaxSentence('small_business', 'DE', 'de') ?? '', /§ 19 UStG/);
  assert.match(getTaxSentence('small_business', 'AT', 'de') ?? '', /§ 6 Abs\. 1 Z 27 UStG 1994/);
});

test('every other reader gets a sentence in their language and the wording of the law', () => {
  assert.equal(
    getTaxSentence('reverse_charge', 'DE', 'en'),
    'Reverse charge: the customer is liable for the tax / Steuerschuldnerschaft des Leistungsempfängers',
  );
  assert.equal(
    getTaxSentence('reverse_charge', 'CZ', 'de'),
    'Steuerschuldnerschaft des Leistungsempfängers / daň odvede zákazník',
  );
});

test('a seller without a country, or without a law of its own, has the general sentence', () => {
  for (const country of [null, 'BR', '', 'constructor']) {
    assert.equal(getTaxSentence('exempt', country, 'en'), 'Exempt from tax');
  }
});

test('every language has a sentence of its own for every category, and none for the standard rate', () => {
  for (const category of TAX_CATEGORIES) {
    const texts = LANGUAGES.map((language) => getTaxSentence(category, null, language));
    if (category === 'standard') assert.ok(texts.every((text) => text === null));
    else {
      assert.equal(new Set(texts).size, LANGUAGES.length, category);
      for (const text of texts) assert.match(text ?? '', /^\S.*[^\s.]$/u);
    }
  }
});
