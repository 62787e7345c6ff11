import type { Deps } from '../../../app/deps.ts';
import { Problem } from '../../../domain/errors.ts';
import { newId } from '../../../domain/ids.ts';
import {
  IGNORED_REASONS,
  type IgnoredEntry,
  type Statement,
} from '../../../domain/invoice/statement/bank-line.ts';
import type { CsvOptions } from '../../../domain/invoice/statement/csv-columns.ts';
import { MAX_IGNORED_ENTRIES, type PaymentImport } from '../../../domain/invoice/statement/payment-import.ts';
import type { Sql } from '../../../store/database.ts';
import { outsideRequest } from '../../../store/request-wait.ts';
import * as table from '../../../store/tables/invoice/bank-lines.ts';
import { toRealTime } from '../../account/account-time.ts';
import { requireAccount } from '../../account/require-account.ts';
import { type Keep, keepNothing } from '../../repeat.ts';
import { describePayments, type MatchedLine, matchStatement } from './match-statement.ts';

/**
 * Reads a bank statement and proposes the invoices that its lines pay. Nothing is recorded yet. Lines with proposals are
 * stored for some days; of the others only hashes. A repeat of the request gets what is stored.
 */
export async function importStatement(
  { db, statementReader }: Pick<Deps, 'db' | 'statementReader'>,
  accountId: string,
  bytes: Uint8Array,
  options: CsvOptions,
  now: number,
  keep: Keep<PaymentImport> = keepNothing,
): Promise<PaymentImport> {
  const { currency, country } = await requireAccount(db.read, accountId);
  const statement = await statementReader.read(bytes, { ...options, currency, country }, accountId);
  // Thousands of lines are looked up in many statements, each of which has a limit of its own.
  const matched = await outsideRequest(() => matchStatement(db.read, accountId, statement.lines));
  return db.write(
    async (tx) => {
      const stored = await storeImport(tx, accountId, statement, matched, now);
      await keep(tx, stored);
      return { ...stored, lines: matched.map(({ line }) => line) };
    },
    { account: accountId },
  );
}

/** Returns what is stored. */
async function storeImport(
  tx: Sql,
  accountId: string,
  { format, columns, ignored }: Statement,
  matched: readonly MatchedLine[],
  now: number,
): Promise<PaymentImport> {
  const realTime = toRealTime(tx, now);
  const lines = matched.map(({ line }) => line);
  const stored: PaymentImport = {
    ...{ id: newId('imp', realTime), createdAt: new Date(now).toISOString(), format, columns },
    ...{ ignored: ignored.length, ignoredEntries: listIgnored(ignored) },
    unmatched: lines.filter(({ proposals, status }) => proposals.length === 0 && status === 'new').length,
    lines: lines.filter(({ proposals }) => proposals.length > 0).map((line) => ({ ...line, payer: null })),
  };
  await table.insertBankLines(tx, accountId, matched, realTime);
  const { id } = stored;
  await table.insertPaymentImport(tx, accountId, { id, createdAt: realTime, doc: JSON.stringify(stored) });
  return stored;
}

/** Lists what cannot be read first, because nobody expects debits here. */
function listIgnored(ignored: readonly IgnoredEntry[]): IgnoredEntry[] {
  const byReason = Map.groupBy(ignored, ({ reason }) => reason);
  return IGNORED_REASONS.flatMap((reason) => byReason.get(reason) ?? []).slice(0, MAX_IGNORED_ENTRIES);
}

/** Returns a stored import: its lines with proposals, with what was recorded for them until now. */
export async function readImport(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  id: string,
): Promise<PaymentImport> {
  const doc = await table.findPaymentImport(db.read, accountId, id);
  if (doc === undefined) throw importNotFound();
  const found = parseImport(doc);
  const known = await table.findBankLines(
    db.read,
    accountId,
    found.lines.map(({ id }) => id),
  );
  return {
    ...found,
    lines: found.lines.map((line) => ({
      ...line,
      ...describePayments(line.amount, known.get(line.id) ?? []),
    })),
  };
}

/** Imports of earlier versions say nothing about columns. */
export function parseImport(doc: string): PaymentImport {
  const stored = JSON.parse(doc) as Omit<PaymentImport, 'columns'> & Partial<PaymentImport>;
  return { ...stored, columns: stored.columns ?? [] };
}

export function importNotFound(): Problem {
  return new Problem('not_found', 'There is no such import. Imports are deleted after seven days.');
}
