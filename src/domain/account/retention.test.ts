import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { COUNTRY_CODES } from './country-codes.ts';
import { computeRetainUntil, getRetentionYears, isRetentionOver } from './retention.ts';

const in2026 = (country: string | null, retentionYears: number | null = null) =>
  computeRetainUntil({ country, retentionYears, timeZone: 'UTC' }, '2026-03-01');

test('documents are kept by the law of the country, from the end of the year', () => {
  assert.equal(in2026('DE'), '2034-12-31');
  assert.equal(in2026('DK'), '2031-12-31');
  // The tax of 2026 is due in 2027, and five years count from the end of that year.
  assert.equal(in2026('PL'), '2032-12-31');
  assert.equal(in2026('CH'), '2036-12-31');
});

test('other countries keep them for ten years, and the setting of the account comes first', () => {
  assert.equal(in2026('BR'), '2036-12-31');
  assert.equal(in2026(null), '2036-12-31');
  assert.equal(in2026('DE', 12), '2038-12-31');
  assert.equal(getRetentionYears({ country: 'SE', retentionYears: null }), 7);
});

test('the years of every country are those that the documentation names with the law', () => {
  const documented: Record<string, number> = {};
  const names = new Intl.DisplayNames('en', { type: 'region' });
  const text = readFileSync('docs/privacy.md', 'utf8');
  for (const [, years, countries = ''] of text.matchAll(/^\| (\d+) \| (.*) \|$/gm)) {
    // Laws are in brackets, which may be nested.
    const listed = countries.replaceAll(/\((?:[^()]|\([^()]*\))*\)/g, '').split(/,\s*/);
    for (const name of listed) documented[name.trim()] = Number(years);
  }
  const known = new Set(COUNTRY_CODES.map((code) => names.of(code)));
  const unknown = Object.keys(documented).filter((name) => !known.has(name));
  assert.deepEqual(unknown, ['and all others']);
  for (const code of COUNTRY_CODES) {
    const years = documented[names.of(code) ?? ''] ?? 10;
    assert.equal(getRetentionYears({ country: code, retentionYears: null }), years, code);
  }
});

test('the last day is over at midnight where the account is', () => {
  const account = { country: 'DE', retentionYears: null, timeZone: 'Europe/Berlin' };
  const isOver = (at: string) => isRetentionOver(account, '2034-12-31', Date.parse(at));
  assert.equal(isOver('2034-12-31T22:59:59.999Z'), false);
  assert.equal(isOver('2034-12-31T23:00:00.000Z'), true);
});
