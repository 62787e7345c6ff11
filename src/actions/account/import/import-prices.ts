import { guessColumns } from '../../../domain/account/import/guess-columns.ts';
import type { SheetReader } from '../../../domain/account/import/sheet-reader.ts';
import { MAX_ENTRIES, type PriceImport } from '../../../domain/catalogue/price-list.ts';
import { assertNoErrors } from '../../../domain/field-errors.ts';
import type { Database } from '../../../store/database.ts';
import { requirePriceList } from '../../catalogue/price-list-entries.ts';
import type { Keep } from '../../repeat.ts';
import { importRows } from './import-rows.ts';
import { createPriceKind, PRICE_HEADINGS } from './put-prices.ts';
import type { ImportTarget } from './put-rows.ts';
import { findColumnProblem } from './read-row.ts';
import { readTable } from './read-table.ts';

interface PriceFile {
  bytes: Uint8Array;
  decimal: '.' | ',';
  dryRun: boolean;
  /** Stores the response for repeats, after the last row: an import without one goes on when it is repeated. */
  keep?: Keep<PriceImport> | undefined;
}

const MAX_REPORTED = 100;

/** Imports prices from CSV or XLSX, a hundred rows at a time, so that nobody waits for it. */
export async function importPrices(
  { db, sheetReader }: { db: Database; sheetReader: SheetReader },
  target: ImportTarget,
  priceListId: string,
  { bytes, decimal, dryRun, keep }: PriceFile,
): Promise<PriceImport> {
  const list = await requirePriceList(db.read, target.accountId, priceListId);
  const kind = createPriceKind(list, decimal);
  const table = await readTable(sheetReader, bytes, {
    ...{ maxRows: MAX_ENTRIES, decimal, account: target.accountId },
  });
  const { headings, rows } = table ?? { headings: [], rows: [] };
  const fields = guessColumns(headings, PRICE_HEADINGS);
  assertNoErrors(findFileErrors(fields, rows.length, findColumnProblem(kind, fields)?.field));
  const reading = { currency: list.currency, country: null };
  const source = { kind, headings, fields, rows, reading };
  const report = await importRows({ db }, target, source, { dryRun, maxBadRows: MAX_REPORTED });
  if (report.failure) throw report.failure;
  const { created, updated, unchanged, bad, badRows } = report;
  const rejectedRows = badRows.flatMap((row) =>
    row.errors.map(({ path, message }) => ({ line: row.line, path, message })),
  );
  const done = { created, updated, unchanged, rejected: bad, rejectedRows };
  return keep ? db.write((tx) => keep(tx, done), { account: target.accountId }) : done;
}

function findFileErrors(fields: readonly (string | null)[], rows: number, missing: string | undefined) {
  const isNamed = fields.includes('catalogueItemId') || fields.includes('sku');
  const messages = [
    ...(rows === 0 ? ['must be CSV or XLSX whose first line names the columns'] : []),
    ...(rows > MAX_ENTRIES ? [`must have at most ${MAX_ENTRIES.toLocaleString('en')} rows`] : []),
    ...(isNamed ? [] : ['must have a column catalogueItemId or sku']),
    ...(missing ? [`must have one column ${missing}`] : []),
  ];
  return messages.map((message) => ({ path: '', message }));
}
