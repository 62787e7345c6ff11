import type { ItemCosts } from '../../../domain/quote/cost/item-costs.ts';
import { computeMargins } from '../../../domain/quote/cost/margins.ts';
import type { HistoryEvent } from '../../../domain/quote/history.ts';
import type { Quote } from '../../../domain/quote/quote.ts';
import {
  classifyOutcome,
  computeBucket,
  normalizeReason,
  type Outcome,
} from '../../../domain/quote/statistics/outcome.ts';
import type { Counted, DecisionTimes } from '../../../domain/quote/statistics/summary.ts';
import type { Sql, SqlPart } from '../../database.ts';

/**
 * Sums of money can exceed a database integer: they are stored in two parts, each of which has room for a hundred
 * million of the largest totals.
 */
const PART_SIZE = 100_000_000;

/** A quote and its last result of `updateCounters`. */
interface CountedQuote {
  quote: Quote;
  counted: string | null;
}

/**
 * The only function that updates the counters, in the transaction of the change: subtracts the quote as it was counted
 * and adds it as it is now, if that differs. Returns the new counted state. Without `after`, the quote is deleted.
 */
export async function updateCounters(
  tx: Sql,
  accountId: string,
  before: CountedQuote,
  after: Quote | undefined,
  costs: ItemCosts = {},
): Promise<string | null> {
  const found = after && (await computeOutcome(tx, accountId, before, after));
  const outcome = found && addEarned(found, after, costs);
  const counted = outcome ? JSON.stringify(outcome) : null;
  if (counted === before.counted) return counted;
  if (before.counted !== null) await subtract(tx, accountId, JSON.parse(before.counted) as Outcome);
  if (outcome) await add(tx, accountId, outcome);
  return counted;
}

/** Counts a quote that was created with an outcome. */
export async function countInitially(
  tx: Sql,
  accountId: string,
  quote: Quote,
  costs: ItemCosts = {},
): Promise<void> {
  const counted = await updateCounters(tx, accountId, { quote, counted: null }, quote, costs);
  await tx.run(
    'UPDATE quotes SET counted = ? WHERE account_id = ? AND id = ?',
    ...[counted, accountId, quote.id],
  );
}

/** Adds what a won quote earns, if all its costs are known. */
function addEarned(outcome: Outcome, quote: Quote, costs: ItemCosts): Outcome {
  if (outcome.kind !== 'won' || Object.keys(costs).length === 0) return outcome;
  const { cost, margin } = computeMargins(quote, costs).total;
  return cost === null || margin === null ? outcome : { ...outcome, earned: { net: cost + margin, margin } };
}

/** The time of an expiry stays when the quote changes otherwise. */
async function computeOutcome(
  tx: Sql,
  accountId: string,
  { quote: before, counted }: CountedQuote,
  after: Quote,
): Promise<Outcome | undefined> {
  if (after.status !== 'EXPIRED') return classifyOutcome(after, 0);
  if (before.status !== 'EXPIRED') return classifyOutcome(after, Date.parse(after.updatedAt));
  const known = counted === null ? undefined : (JSON.parse(counted) as Outcome).at;
  return classifyOutcome(after, known ?? (await findExpiry(tx, accountId, after)));
}

async function findExpiry(tx: Sql, accountId: string, { id, validUntil }: Quote): Promise<number> {
  const row = await tx.get<{ doc: string }>(
    `SELECT doc FROM events WHERE account_id = ? AND document_id = ? AND doc LIKE '%"type":"expired"%'
     ORDER BY id DESC LIMIT 1`,
    ...[accountId, id],
  );
  return Date.parse(row ? (JSON.parse(row.doc) as HistoryEvent).at : validUntil);
}

async function add(tx: Sql, accountId: string, outcome: Outcome): Promise<void> {
  const { kind, currency, tenths, reason } = outcome;
  const bucket = computeBucket(outcome);
  const key = normalizeReason(reason);
  await Promise.all([
    tx.run(
      `INSERT INTO quote_outcomes (account_id, kind, bucket, currency, n, ${SUMS.join(', ')})
       VALUES (?, ?, ?, ?, 1, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (account_id, kind, bucket, currency) DO UPDATE SET n = quote_outcomes.n + 1,
         ${SUMS.map((name) => `${name} = quote_outcomes.${name} + excluded.${name}`).join(', ')}`,
      ...[accountId, kind, bucket, currency, ...toSums(outcome)],
    ),
    tenths !== null &&
      tx.run(
        `INSERT INTO answer_times (account_id, bucket, tenths, n) VALUES (?, ?, ?, 1)
         ON CONFLICT (account_id, bucket, tenths) DO UPDATE SET n = answer_times.n + 1`,
        ...[accountId, bucket, tenths],
      ),
    key !== null &&
      tx.run(
        `INSERT INTO decline_reasons (account_id, reason_key, reason, n) VALUES (?, ?, ?, 1)
         ON CONFLICT (account_id, reason_key) DO UPDATE SET n = decline_reasons.n + 1`,
        ...[accountId, key, reason],
      ),
  ]);
}

/** Deletes counters that reach zero: every hour adds a new one. */
async function subtract(tx: Sql, accountId: string, outcome: Outcome): Promise<void> {
  const { kind, currency, tenths, reason } = outcome;
  const bucket = computeBucket(outcome);
  const key = normalizeReason(reason);
  await tx.run(
    `UPDATE quote_outcomes SET n = n - 1, ${SUMS.map((name) => `${name} = ${name} - ?`).join(', ')}
     WHERE account_id = ? AND kind = ? AND bucket = ? AND currency = ?`,
    ...[...toSums(outcome), accountId, kind, bucket, currency],
  );
  await tx.run(
    'DELETE FROM quote_outcomes WHERE account_id = ? AND kind = ? AND bucket = ? AND currency = ? AND n = 0',
    ...[accountId, kind, bucket, currency],
  );
  if (tenths !== null) {
    const place = [accountId, bucket, tenths];
    await tx.run(
      'UPDATE answer_times SET n = n - 1 WHERE account_id = ? AND bucket = ? AND tenths = ?',
      ...place,
    );
    await tx.run(
      'DELETE FROM answer_times WHERE account_id = ? AND bucket = ? AND tenths = ? AND n = 0',
      ...place,
    );
  }
  if (key !== null) {
    const place = [accountId, key];
    await tx.run('UPDATE decline_reasons SET n = n - 1 WHERE account_id = ? AND reason_key = ?', ...place);
    await tx.run('DELETE FROM decline_reasons WHERE account_id = ? AND reason_key = ? AND n = 0', ...place);
  }
}

/** Columns that each outcome is added to. */
const SUMS = ['high', 'low', 'costed', 'net_high', 'net_low', 'margin_high', 'margin_low'] as const;

function toSums({ total, earned }: Outcome): number[] {
  const { net, margin } = earned ?? { net: 0, margin: 0 };
  return [...toParts(total), earned ? 1 : 0, ...toParts(net), ...toParts(margin)];
}

function toParts(amount: number): [high: number, low: number] {
  const high = Math.floor(amount / PART_SIZE);
  return [high, amount - high * PART_SIZE];
}

function fromParts(high: number, low: number): bigint {
  return BigInt(high) * BigInt(PART_SIZE) + BigInt(low);
}

interface Sums {
  currency: string;
  n: number;
  high: number;
  low: number;
}

type EarnedSums = Record<'costed' | 'net_high' | 'net_low' | 'margin_high' | 'margin_low', number>;

/** Totals of the open quotes that end between two hours, by currency. */
export async function sumOpen(sql: Sql, accountId: string, from: number, to: number): Promise<Counted[]> {
  const rows = await sql.all<Sums>(
    `SELECT currency, sum(n) AS n, sum(high) AS high, sum(low) AS low FROM quote_outcomes
     WHERE account_id = ? AND kind = 'open' AND bucket >= ? AND bucket <= ? GROUP BY currency`,
    ...[accountId, from, to],
  );
  return rows.map((row) => ({ kind: 'open', ...toCount(row) }));
}

/** Totals won and lost in each interval between consecutive times, by interval number. */
export async function sumResults(
  sql: Sql,
  accountId: string,
  times: readonly number[],
): Promise<(Counted & { span: number })[]> {
  const span = buildIntervalNumber(times);
  const sums = SUMS.map((name) => `sum(${name}) AS ${name}`).join(', ');
  const rows = await sql.all<Sums & EarnedSums & { kind: Counted['kind']; span: number }>(
    `SELECT kind, currency, ${span.sql} AS span, sum(n) AS n, ${sums} FROM quote_outcomes
     WHERE account_id = ? AND kind IN ('won', 'declined', 'expired') AND bucket >= ? AND bucket < ?
     GROUP BY kind, currency, span`,
    ...[...span.values, accountId, ...getEnds(times)],
  );
  return rows.map((row) => ({ kind: row.kind, span: row.span, ...toCount(row), earned: sumEarned(row) }));
}

/** Decision times by interval. */
export async function sumDecisionTimes(
  sql: Sql,
  accountId: string,
  times: readonly number[],
): Promise<(DecisionTimes & { span: number })[]> {
  const span = buildIntervalNumber(times);
  return sql.all(
    `SELECT ${span.sql} AS span, tenths, sum(n) AS n FROM answer_times
     WHERE account_id = ? AND bucket >= ? AND bucket < ? GROUP BY span, tenths`,
    ...[...span.values, accountId, ...getEnds(times)],
  );
}

/** Number of the interval that a bucket is in; 0 before the second time. */
function buildIntervalNumber(times: readonly number[]): SqlPart {
  const ends = times.slice(1);
  const cases = ends.map((_, index) => `WHEN bucket < ? THEN ${index}`);
  return { sql: `CASE ${cases.join(' ')} END`, values: ends };
}

function getEnds(times: readonly number[]): number[] {
  return [times[0] ?? 0, times.at(-1) ?? 0];
}

function toCount({ currency, n, high, low }: Sums): Omit<Counted, 'kind'> {
  return { currency, n, total: fromParts(high, low) };
}

function sumEarned(row: EarnedSums): NonNullable<Counted['earned']> {
  return {
    n: row.costed,
    net: fromParts(row.net_high, row.net_low),
    margin: fromParts(row.margin_high, row.margin_low),
  };
}

/** Most frequent first. */
export function listDeclineReasons(sql: Sql, accountId: string): Promise<{ reason: string; n: number }[]> {
  return sql.all(
    'SELECT reason, n FROM decline_reasons WHERE account_id = ? ORDER BY n DESC, reason_key LIMIT 20',
    accountId,
  );
}
