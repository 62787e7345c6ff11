import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '../../../store/database.ts';
import { outsideRequest } from '../../../store/request-wait.ts';
import { getAccountTime } from '../account-time.ts';
import type { ImportKind } from './import-kinds.ts';
import type { ImportTarget } from './put-rows.ts';
import { type ImportSource, type ReadRow, readRow, withColumn } from './read-row.ts';

/** Rows per transaction, and per turn of the event loop. */
const BATCH = 100;

export interface ImportOptions {
  /** Reports what would be written without writing it. */
  dryRun: boolean;
  /** Clears the fields that a row does not have; without it they keep their values. */
  replace?: boolean;
  /** Invalid rows to report in full. */
  maxBadRows?: number;
  onRow?(row: ReadRow): void;
  /** Receives the number of rows that are done. */
  onProgress?(rows: number): void;
}

export interface ImportReport {
  created: number;
  updated: number;
  unchanged: number;
  bad: number;
  /** The first invalid rows. */
  badRows: ReadRow[];
  /** The error that ended the import early, after rows had been written. */
  failure?: unknown;
}

/** Imports the valid rows in batches and reports the others, for the console and the command line. */
export async function importRows(
  { db }: { db: Database },
  target: ImportTarget,
  source: ImportSource,
  { dryRun, replace = false, maxBadRows = Number.POSITIVE_INFINITY, onRow, onProgress }: ImportOptions,
): Promise<ImportReport> {
  const report: ImportReport = { created: 0, updated: 0, unchanged: 0, bad: 0, badRows: [] };
  const seen = new Map<unknown, number>();
  const { put } = source.kind as ImportKind<unknown>;
  const importBatch = async (batch: readonly ReadRow[]): Promise<ReadRow[]> => {
    const good = batch.filter(isGood);
    const records = good.map(({ record }) => record);
    const now = await getAccountTime(db.read, target.accountId);
    const outcomes = good.length > 0 ? await put({ db }, target, records, { dryRun, replace, now }) : [];
    const rejected = new Map<ReadRow, ReadRow>();
    for (const [index, outcome] of outcomes.entries()) {
      const row = good[index] as ReadRow;
      if (typeof outcome === 'string') report[outcome]++;
      else rejected.set(row, { ...row, errors: outcome.map((error) => withColumn(error, source)) });
    }
    const rows = batch.map((row) => rejected.get(row) ?? row);
    const bad = rows.filter((row) => !isGood(row));
    report.bad += bad.length;
    report.badRows.push(...bad.slice(0, Math.max(0, maxBadRows - report.badRows.length)));
    return rows;
  };
  try {
    for (let start = 0; start < source.rows.length; start += BATCH) {
      const batch = source.rows.slice(start, start + BATCH).map((row) => readRow(source, row, seen));
      // A file has many batches, each of which has limits of its own.
      const rows = await outsideRequest(() => importBatch(batch));
      if (onRow) rows.forEach(onRow);
      onProgress?.(start + batch.length);
      await nextTurn();
    }
  } catch (failure) {
    if (dryRun || report.created + report.updated === 0) throw failure;
    report.failure = failure;
  }
  return report;
}

function isGood({ errors }: ReadRow): boolean {
  return errors.length === 0;
}
