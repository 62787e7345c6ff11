import { isZip, type SheetOptions, type SheetRow } from '../../domain/account/import/sheet-reader.ts';
import { Problem } from '../../domain/errors.ts';
import type { Statement } from '../../domain/invoice/statement/bank-line.ts';
import type { CsvSettings } from '../../domain/invoice/statement/csv-columns.ts';
import { readWorkbook } from '../spreadsheet/read-workbook.ts';
import { decodeStatement } from './decode-statement.ts';
import { MAX_STATEMENT_ROWS } from './find-table.ts';
import { readCamt } from './read-camt.ts';
import { readStatementCsv } from './read-csv.ts';
import { unreadableStatement } from './statement-problem.ts';

/** Reads the file of a bank: CAMT, CSV or XLSX. Throws a `Problem` if it is none of them. */
export function readStatement(bytes: Uint8Array, settings: CsvSettings): Statement {
  rejectOtherFormats(bytes);
  const text = isZip(bytes)
    ? readSheetText(bytes)
    : decodeStatement(bytes, settings.country).replace(/^\ufeff/, '');
  const statement = /^\s*</.test(text) ? readCamt(text) : readStatementCsv(text, settings);
  if (statement.lines.length === 0 && statement.ignored.length === 0) {
    throw unreadableStatement('The file has no entries.');
  }
  return statement;
}

/** How files of other formats begin. */
const OTHER_FORMATS: Readonly<Record<string, RegExp>> = {
  MT940: /^(?:\{1:|(?:.{0,80}\r?\n){0,5}:20:)/,
  OFX: /^(?:OFXHEADER|<\?OFX|<OFX>|(?:<\?xml[^>]{0,100}>\s{0,10})?<(?:\?OFX|OFX>))/i,
  QIF: /^!(?:Type|Account|Option)/i,
  PDF: /^%PDF/,
  'the old format XLS': /^ÐÏ.à/s,
  HTML: /^<(?:!DOCTYPE html|html|table|head|meta)/i,
};
const MAX_BEGINNING = 500;

/** Says what to export instead of a format that banks offer too. */
function rejectOtherFormats(bytes: Uint8Array): void {
  const start = Buffer.from(bytes.subarray(0, MAX_BEGINNING)).toString('latin1');
  const bare = start.replace(/^\xef\xbb\xbf/, '').trimStart();
  const format = Object.keys(OTHER_FORMATS).find((name) => OTHER_FORMATS[name]?.test(bare));
  if (format)
    throw unreadableStatement(
      `The file is ${format}, which is not read here. Export the statement as CAMT.053 (or CAMT.052, CAMT.054), CSV or XLSX instead.`,
    );
}

/** Writes a spreadsheet as CSV with the same lines: where its table begins is found in the same way. */
function readSheetText(bytes: Uint8Array): string {
  const lines: string[] = [];
  const options = { maxRows: MAX_STATEMENT_ROWS, decimal: '.' };
  for (const { line, cells } of readSheet(bytes, options)) {
    while (lines.length < Math.min(line - 1, MAX_STATEMENT_ROWS)) lines.push('');
    lines.push(cells.map((cell) => `"${cell.replaceAll(/\s+/g, ' ').replaceAll('"', '""')}"`).join(','));
  }
  return lines.join('\n');
}

function readSheet(bytes: Uint8Array, options: SheetOptions): SheetRow[] {
  try {
    return readWorkbook(bytes, options);
  } catch (error) {
    throw error instanceof Problem ? unreadableStatement(error.message) : error;
  }
}
