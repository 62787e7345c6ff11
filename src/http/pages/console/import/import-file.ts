import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { plainCell } from '../../../../domain/export/csv.ts';
import { type CsvRow, parseCsv } from '../../../../domain/import/csv.ts';
import { fill } from '../../../../i18n/fill.ts';
import type { Values } from '../../../../web/console/form/field.ts';
import type { BadRow, Checked, PreviewRow, Report } from '../../../../web/console/import/import-pages.ts';
import type { Visit } from '../console-route.ts';
import { amountError, toldErrors } from '../forms/field-errors.ts';
import type { ImportKind, ImportRecord } from './import-kinds.ts';

export const MAX_FILE = 2_000_000;
export const MAX_ROWS = 20_000;
/** More columns than any list of customers has. */
const MAX_COLUMNS = 60;
/** Rows that are looked at, or written, before others have their turn. */
const BATCH = 100;
const SHOWN_ROWS = 8;
const SHOWN_BAD = 100;

/** The file travels with the form from step to step, so that nothing of it is kept here. */
export async function packed(text: string): Promise<string> {
  return (await promisify(gzip)(text)).toString('base64url');
}

export async function unpacked(file: string | undefined): Promise<string | undefined> {
  try {
    const bytes = await promisify(gunzip)(Buffer.from(file ?? '', 'base64url'), {
      maxOutputLength: 2 * MAX_FILE,
    });
    return bytes.toString('utf8');
  } catch {
    return undefined;
  }
}

/** As spreadsheets save it; `undefined` where that is something else. */
export function decoded(bytes: Uint8Array): string | undefined {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  try {
    return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

export function headingOf(text: string): string[] {
  const heading = parseCsv(text).next().value as CsvRow | undefined;
  return (heading?.cells ?? []).slice(0, MAX_COLUMNS).map(plainCell);
}

interface ReadRow {
  line: number;
  cells: Record<string, string>;
  record: ImportRecord;
  error: string | undefined;
}

/** Looks at every row, and writes nothing. */
export async function checkRows(
  visit: Visit,
  kind: ImportKind,
  text: string,
  fields: Fields,
): Promise<Checked> {
  const rows: PreviewRow[] = [];
  let [total, bad] = [0, 0];
  for await (const { line, cells, error } of readRows(visit, kind, text, fields)) {
    total++;
    if (error) bad++;
    if (rows.length < SHOWN_ROWS) rows.push({ line, cells, error });
    if (total > MAX_ROWS) break;
  }
  return { rows, total, bad };
}

export type Fields = readonly (string | null)[];

/** Writes what is right in batches; what is wrong is told of with its line. */
export async function importRows(
  visit: Visit,
  kind: ImportKind,
  text: string,
  fields: Fields,
): Promise<Report> {
  const report: Report = { created: 0, updated: 0, unchanged: 0, bad: 0, badRows: [], isInterrupted: false };
  let batch: ImportRecord[] = [];
  const put = async () => {
    for (const outcome of await kind.put(visit, batch)) report[outcome]++;
    batch = [];
  };
  try {
    for await (const { line, cells, record, error } of readRows(visit, kind, text, fields)) {
      if (error) noteBad(report, { line, name: cells.name ?? cells.description ?? '', error });
      else if (batch.push(record) === BATCH) await put();
    }
    if (batch.length > 0) await put();
  } catch (error) {
    if (report.created + report.updated === 0) throw error;
    visit.deps.log.warn({ accountId: visit.account.id }, 'an import was interrupted');
    report.isInterrupted = true;
  }
  return report;
}

function noteBad(report: Report, row: BadRow): void {
  report.bad++;
  if (report.badRows.length < SHOWN_BAD) report.badRows.push(row);
}

/** Row by row, with a rest now and then: a file of the largest size holds up nobody. */
async function* readRows(
  visit: Visit,
  kind: ImportKind,
  text: string,
  fields: Fields,
): AsyncGenerator<ReadRow> {
  const seen = new Map<string, number>();
  let isHeading = true;
  let count = 0;
  for (const row of parseCsv(text)) {
    if (isHeading) {
      isHeading = false;
      continue;
    }
    if (++count % BATCH === 0) await nextTurn();
    yield readRow(visit, kind, row, fields, seen);
  }
}

function readRow(
  visit: Visit,
  kind: ImportKind,
  { line, cells: texts, error: unread }: CsvRow,
  fields: Fields,
  seen: Map<string, number>,
): ReadRow {
  const { say } = visit;
  const words = say.settings.data;
  const named = fields.flatMap((field, index) =>
    field ? [[field, plainCell(texts[index] ?? '')] as const] : [],
  );
  const cells: Record<string, string> = Object.fromEntries(named);
  const fail = (error: string): ReadRow => ({ line, cells, record: {}, error });
  if (unread) return fail(words.rowUnread);
  if (texts.length > fields.length) {
    return fail(fill(words.rowWidth, { n: String(texts.length), columns: String(fields.length) }));
  }
  const record = kind.read(visit, cells);
  const wrong = toldErrors(kind.errorsOf(record), kind.rules, cells, say);
  if (Object.keys(wrong).length > 0) return fail(inWords(visit, kind, wrong, cells));
  const key = kind.keyOf(record);
  const before = key === null ? undefined : seen.get(key);
  if (before !== undefined) return fail(fill(words.onLine, { line: String(before) }));
  if (key !== null) seen.set(key, line);
  return { line, cells, record, error: undefined };
}

function inWords({ say, locale, account }: Visit, kind: ImportKind, wrong: Values, cells: Values): string {
  const labels = kind.labels(say);
  const isAmount = wrong.unitPrice !== undefined && cells.unitPrice !== '';
  const told = { ...wrong, ...(isAmount && { unitPrice: amountError(account.currency, locale, say) }) };
  return Object.entries(told)
    .map(([field, text]) => `${labels[field] ?? field}: ${text}`)
    .join(' ');
}
