import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findConsoleTexts } from '../../../i18n/console.ts';
import { resolveLocale } from '../../../i18n/locale.ts';
import type { Values } from './field.ts';
import { selectTypedOption } from './typed-option.ts';

const { t } = findConsoleTexts(resolveLocale('en'));
const BANK = { name: 'kind', fields: { iban: ['iban', 'bic'], lines: ['lines'] } };

function select(typed: Values, initial: Values = {}) {
  const { values, errors } = selectTypedOption(typed, initial, BANK, t);
  return [values.kind, Object.keys(errors)];
}

test('a typed value selects its option', () => {
  assert.deepEqual(select({ kind: '', iban: 'DE' }), ['iban', []]);
  assert.deepEqual(select({ kind: '', bic: 'X' }), ['iban', []]);
  assert.deepEqual(select({ kind: '', lines: 'Giro 1' }, { kind: '' }), ['lines', []]);
  assert.deepEqual(select({ kind: '' }), ['', []]);
});

test('an option that the user leaves takes its unchanged values with it', () => {
  const initial = { kind: 'iban', iban: 'DE', bic: 'X', lines: '' };
  assert.deepEqual(select({ ...initial, kind: '' }, initial), ['', []]);
  assert.deepEqual(select({ ...initial, kind: 'lines', lines: 'Giro 1' }, initial), ['lines', []]);
});

test('what was typed for another option is an error', () => {
  const initial = { kind: 'iban', iban: 'DE', bic: '', lines: '' };
  assert.deepEqual(select({ ...initial, lines: 'Giro 1' }, initial), ['iban', ['lines']]);
  assert.deepEqual(select({ kind: 'lines', iban: 'DE', bic: 'X', lines: 'Giro 1' }), [
    'lines',
    ['iban', 'bic'],
  ]);
  assert.deepEqual(select({ kind: '', iban: 'DE', lines: 'Giro 1' }), ['', ['iban', 'lines']]);
});
