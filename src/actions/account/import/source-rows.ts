import { setImmediate as nextTurn } from 'node:timers/promises';
import { findEntryLines } from '../../../api/schemas/json/entry-lines.ts';
import { parseJsonBody } from '../../../api/schemas/json/json-body.ts';
import { cleanCell } from '../../../domain/account/export/csv.ts';
import { type CsvRow, parseCsv } from '../../../domain/account/import/csv.ts';
import type { FieldError } from '../../../domain/errors.ts';

export type ImportRecord = Record<string, unknown>;

/** A row of a file before its values are parsed: the cells of CSV, or an object of JSON. */
export interface SourceRow {
  line: number;
  cells?: readonly string[];
  entry?: ImportRecord;
  /** Reasons why the row cannot be read. */
  errors: readonly RowError[];
}

export interface RowError extends FieldError {
  /** Heading of the column, or headings of all columns that make up the field. */
  column?: string;
  /** Machine-readable error of the row itself, for translation. */
  reason?:
    | { type: 'unreadable' }
    | { type: 'tooWide'; cells: number; columns: number }
    | { type: 'repeated'; line: number }
    | { type: 'taxMismatch' }
    | { type: 'erased' }
    | { type: 'unknownItem' }
    | { type: 'listFull' };
}

export interface CsvTable {
  headings: string[];
  /** Reason why the first line cannot be read. */
  error?: string | undefined;
  rows: SourceRow[];
}

/** Reads one row more than `maxRows`, so that the caller can detect a longer file. */
export async function readCsvRows(text: string, maxRows = Number.POSITIVE_INFINITY): Promise<CsvTable> {
  let heading: CsvRow | undefined;
  const rows: SourceRow[] = [];
  for (const row of parseCsv(text)) {
    if (!row) await nextTurn();
    else if (!heading) heading = row;
    else if (rows.push(asSourceRow(row)) > maxRows) break;
  }
  return { headings: (heading?.cells ?? []).map(cleanCell), error: heading?.error, rows };
}

function asSourceRow({ line, cells, error }: CsvRow): SourceRow {
  return { line, cells, errors: error ? [{ path: '', message: error, reason: { type: 'unreadable' } }] : [] };
}

const ENTRY_PATH = /^(?:\/data)?\/(\d+)(?=\/|$)/;

/** Reads an array of objects, or the `data` of an API response. Throws if the text is neither. */
export function readJsonRows(bytes: Buffer): SourceRow[] {
  const body = bytes.subarray(0, 3).equals(Buffer.from('\ufeff')) ? bytes.subarray(3) : bytes;
  const { list, errors } = parseList(body);
  const lines = findEntryLines(body.toString('utf8'));
  const byEntry = Map.groupBy(errors, ({ path }) => Number(ENTRY_PATH.exec(path)?.[1]));
  return list.map((entry, index) => {
    const found = (byEntry.get(index) ?? []).map(({ path, message }) => ({
      path: path.replace(ENTRY_PATH, ''),
      message,
    }));
    const line = lines[index] ?? 0;
    if (entry !== null && typeof entry === 'object' && !Array.isArray(entry)) {
      return { line, entry: entry as ImportRecord, errors: found };
    }
    return { line, entry: {}, errors: [...found, { path: '', message: 'must be an object' }] };
  });
}

function parseList(body: Buffer): { list: unknown[]; errors: FieldError[] } {
  let read: ReturnType<typeof parseJsonBody>;
  try {
    read = parseJsonBody(body);
  } catch (error) {
    throw new SyntaxError(syntaxError(body) ?? (error as Error).message);
  }
  const { value, errors } = read;
  const list = Array.isArray(value) ? value : (value as { data?: unknown } | null)?.data;
  if (Array.isArray(list)) return { list, errors };
  throw new SyntaxError('must be a list of objects, or an object whose "data" is one');
}

/** Returns the parser's own message, which includes the position; the message for API clients does not. */
function syntaxError(body: Buffer): string | undefined {
  try {
    JSON.parse(body.toString('utf8'));
    return undefined;
  } catch (error) {
    return `not valid JSON: ${(error as Error).message}`;
  }
}
