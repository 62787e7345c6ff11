import assert from 'node:assert/strict';
import { it } from 'node:test';
import { resolveLocale } from './locale.ts';
import { formatWhen } from './relative-time.ts';

it('a time is relative in calendar days, and a date if it is far away', () => {
  const now = Date.parse('2026-11-16T21:30:00Z');
  const t = (iso: string, language = 'en', timeZone = 'Europe/Berlin') =>
    formatWhen(iso, { locale: resolveLocale(language), timeZone, now });
  assert.equal(t('2026-11-16T21:29:30Z'), 'now');
  assert.equal(t('2026-11-16T21:27:00Z'), '3 minutes ago');
  assert.equal(t('2026-11-16T18:20:00Z'), '3 hours ago');
  assert.equal(t('2026-11-15T23:30:00Z'), '22 hours ago');
  assert.equal(t('2026-11-15T22:30:00Z'), 'yesterday');
  assert.equal(t('2026-11-15T22:30:00Z', 'en', 'UTC'), 'yesterday');
  assert.equal(t('2026-11-16T23:10:00Z'), 'tomorrow');
  assert.equal(t('2026-11-16T23:10:00Z', 'en', 'UTC'), 'in 1 hour');
  assert.equal(t('2026-11-19T12:00:00Z', 'de'), 'in 3 Tagen');
  assert.equal(t('2026-10-01T12:00:00Z', 'de'), '1. Oktober 2026');
  assert.equal(t('2027-01-15T12:00:00Z'), 'January 15, 2027');
});
