import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Quote } from '../quote.ts';
import { classifyOutcome, computeBucket, normalizeReason, type OutcomeKind, startOfHour } from './outcome.ts';
import { type Counted, computeResults } from './summary.ts';
import { computeTally } from './tally.ts';

const at = (iso: string) => Date.parse(iso);
const QUOTE = {
  status: 'SENT',
  currency: 'EUR',
  total: 100,
  validUntil: '2026-03-31T22:00:00.000Z',
  updatedAt: '2026-03-02T00:00:00.000Z',
  sentAt: '2026-03-01T00:00:00.000Z',
  acceptedAt: null,
  declinedAt: null,
  convertedAt: null,
  declineReason: null,
} as Quote;
const DAY = 86_400_000;
const later = (ms: number) => new Date(at('2026-03-01T00:00:00.000Z') + ms).toISOString();

test('the time to a decision is in tenths of a day, from three days on in whole days', () => {
  const tenths = (ms: number) =>
    classifyOutcome({ ...QUOTE, status: 'ACCEPTED', acceptedAt: later(ms) }, 0)?.tenths;
  assert.equal(tenths(-1), 0, 'the clock was set back');
  assert.equal(tenths(0), 0);
  assert.equal(tenths(DAY / 10 - 1), 0);
  assert.equal(tenths(DAY / 10), 1);
  assert.equal(tenths(2.9 * DAY), 29);
  assert.equal(tenths(3 * DAY), 30);
  assert.equal(tenths(3.1 * DAY), 30);
  assert.equal(tenths(3.9 * DAY), 30);
  assert.equal(tenths(4 * DAY), 40);
  const neverSent = { ...QUOTE, sentAt: null, status: 'ACCEPTED', acceptedAt: later(0) } as const;
  assert.equal(classifyOutcome(neverSent, 0)?.tenths, null);
});

test('the outcome follows the status and the last decision', () => {
  const outcome = (quote: Partial<Quote>) => {
    const found = classifyOutcome({ ...QUOTE, ...quote } as Quote, 7);
    return found && [found.kind, found.at, found.reason];
  };
  assert.equal(outcome({ status: 'DRAFT' }), undefined);
  assert.deepEqual(outcome({}), ['open', at(QUOTE.validUntil), null]);
  assert.deepEqual(outcome({ status: 'EXPIRED' }), ['expired', 7, null]);
  const converted = { status: 'CONVERTED', convertedAt: later(DAY) } as const;
  assert.deepEqual(outcome(converted), ['won', at(later(DAY)), null]);
  assert.deepEqual(outcome({ ...converted, convertedAt: null }), ['won', at(QUOTE.updatedAt), null]);
  assert.deepEqual(outcome({ ...converted, acceptedAt: later(5) }), ['won', at(later(5)), null]);
  const declined = { status: 'DECLINED', declinedAt: later(5) } as const;
  assert.deepEqual(outcome({ ...declined, declineReason: ' Too  high ' }), [
    'declined',
    at(later(5)),
    ' Too  high ',
  ]);
  assert.deepEqual(outcome({ ...declined, declineReason: ' ' }), ['declined', at(later(5)), null]);
});

test('reasons are compared without case and spaces, up to 200 characters', () => {
  assert.equal(normalizeReason(null), null);
  assert.equal(normalizeReason(' \n '), null);
  assert.equal(normalizeReason('x'), 'x');
  assert.equal(normalizeReason(' Too\n EXPENSIVE  '), 'too expensive');
  assert.equal(normalizeReason('ß'.repeat(201)), 'ß'.repeat(200));
});

test('times that are in the same month everywhere share a counter, others count per quarter of an hour', () => {
  const bucket = (iso: string, kind: OutcomeKind = 'won') =>
    new Date(computeBucket({ kind, at: at(iso) })).toISOString();
  const shared = '2026-03-02T00:00:00.000Z';
  assert.equal(bucket('2026-03-01T11:59:59.999Z'), '2026-03-01T11:45:00.000Z');
  assert.equal(bucket('2026-03-01T12:00:00.000Z'), shared);
  assert.equal(bucket('2026-03-31T09:59:59.999Z'), shared);
  assert.equal(bucket('2026-03-31T10:00:00.000Z'), '2026-03-31T10:00:00.000Z');
  assert.equal(bucket('2026-03-31T10:29:59.999Z'), '2026-03-31T10:15:00.000Z');
  assert.equal(bucket('2026-12-15T00:00:00.000Z'), '2026-12-02T00:00:00.000Z');
  assert.equal(bucket('2026-03-15T10:59:59.999Z', 'open'), '2026-03-15T10:00:00.000Z');
  assert.equal(startOfHour(at('2026-03-15T10:00:00.000Z')), at('2026-03-15T10:00:00.000Z'));
});

const count = (kind: OutcomeKind, n: number, currency = 'EUR', total = 10n): Counted => ({
  ...{ kind, n, currency, total },
});

test('the win rate is the share of won quotes, rounded to four decimals', () => {
  const rate = (...counts: Counted[]) => computeResults(counts, []).winRate;
  assert.equal(rate(), null);
  assert.equal(rate(count('open', 5)), null);
  assert.equal(rate(count('won', 1)), 1);
  assert.equal(rate(count('expired', 1)), 0);
  assert.equal(rate(count('won', 2), count('declined', 1)), 0.6667);
  assert.equal(rate(count('won', 1), count('declined', 1), count('expired', 1)), 0.3333);
  const { lost } = computeResults([count('declined', 2), count('expired', 3)], []);
  assert.deepEqual([lost.count, lost.declined, lost.expired], [5, 2, 3]);
});

test('totals are per currency in the order of the codes, and exact', () => {
  const large = 9_007_199_254_740_993n;
  const counts = [count('won', 1, 'USD'), count('won', 1, 'CHF'), count('won', 1, 'EUR', large)];
  assert.deepEqual(computeTally([...counts, count('won', 2, 'CHF')]), {
    count: 5,
    totals: [
      { currency: 'CHF', total: 20n },
      { currency: 'EUR', total: large },
      { currency: 'USD', total: 10n },
    ],
  });
});

test('the median is in days, for an even count the mean of the two middle values', () => {
  const median = (...times: [tenths: number, n: number][]) =>
    computeResults(
      [],
      times.map(([tenths, n]) => ({ tenths, n })),
    ).medianDaysToAnswer;
  assert.equal(median(), null);
  assert.equal(median([0, 1]), 0);
  assert.equal(median([15, 1]), 1.5);
  assert.equal(median([30, 1], [10, 1]), 2);
  assert.equal(median([30, 1], [10, 1], [20, 1]), 2);
  assert.equal(median([30, 3], [10, 1]), 3);
  assert.equal(median([10, 2], [30, 2]), 2);
  assert.equal(median([10, 3], [50, 1], [90, 2]), 3);
});
