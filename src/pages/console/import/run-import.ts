import { setTimeout as delay } from 'node:timers/promises';
import {
  type ImportOptions,
  type ImportReport,
  importRows,
} from '../../../actions/account/import/import-rows.ts';
import type { CsvTable } from '../../../actions/account/import/source-rows.ts';
import type { Fields } from '../../../domain/account/import/guess-columns.ts';
import type { PageContext, PageReply } from '../console-route.ts';
import { LATER_PARTS, type PagePart } from '../shell.ts';
import { describeErrors, describeTarget, type FileTarget } from './describe-import.ts';
import { buildReportPage, renderProgress, renderReport } from './import-pages.ts';

/** A parsed file with the field of each column. */
export interface OpenedFile {
  target: FileTarget;
  bytes: Uint8Array;
  /** The encoding that a new file was read in, if it is not UTF-8. */
  assumed?: string | undefined;
  table: CsvTable;
  fields: Fields;
}

const MAX_BAD_ROWS = 100;
/** An import that takes longer shows its progress at this interval. */
const PROGRESS_MS = 500;

export function runRows(
  context: PageContext,
  { target: { kind }, table, fields }: OpenedFile,
  options: ImportOptions,
): Promise<ImportReport> {
  const { deps, account, caller, locale } = context;
  const { currency, country } = account;
  const reading = { currency, country, locale };
  const source = { kind, headings: table.headings, fields, rows: table.rows, reading };
  return importRows(deps, caller, source, options);
}

/** Imports the file. The reader sees the report, and the progress before it if that takes longer than a moment. */
export async function runInSight(context: PageContext, opened: OpenedFile): Promise<PageReply> {
  let done = 0;
  const onProgress = (rows: number) => {
    done = rows;
  };
  const running = runRows(context, opened, { dryRun: false, maxBadRows: MAX_BAD_ROWS, onProgress });
  const report = await Promise.race([running, delay(PROGRESS_MS, undefined, { ref: false })]);
  const shown = describeTarget(context, opened.target);
  if (report) return { page: buildReportPage(context, shown, describeReport(context, opened, report)) };
  const parts = renderWhileRunning(context, opened, running, () => done);
  return { page: buildReportPage(context, shown, LATER_PARTS), parts };
}

async function* renderWhileRunning(
  context: PageContext,
  opened: OpenedFile,
  running: Promise<ImportReport>,
  countDone: () => number,
): AsyncGenerator<PagePart> {
  // The page has begun, so an error is part of the report.
  const ended = running.catch(
    (failure): ImportReport => ({ created: 0, updated: 0, unchanged: 0, bad: 0, badRows: [], failure }),
  );
  let report: ImportReport | undefined;
  while (!report) {
    yield renderProgress(context, countDone(), opened.table.rows.length);
    report = (await Promise.race([ended, delay(PROGRESS_MS, undefined, { ref: false })])) ?? undefined;
  }
  yield describeReport(context, opened, report);
}

function describeReport(context: PageContext, { target }: OpenedFile, report: ImportReport): PagePart {
  const { failure } = report;
  if (failure) {
    context.deps.log.warn({ accountId: context.account.id, err: failure }, 'an import was interrupted');
  }
  const badRows = report.badRows.map((row) => ({
    line: row.line,
    name: row.cells.name ?? row.cells.description ?? row.cells.sku ?? row.cells.catalogueItemId ?? '',
    error: describeErrors(context, target, row) ?? '',
  }));
  return renderReport(context, describeTarget(context, target), {
    ...report,
    badRows,
    isInterrupted: failure !== undefined,
  });
}
