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
  const text = isZip(bytes) ? readSheetText(bytes) : decodeStatement(bytes).replace(/^\ufeff/, '');
  const statement = /^\s*</.test(text) ? readCamt(text) : readStatementCsv(text, settings);
  if (statement.lines.length === 0 && statement.ignored.length === 0) {
    throw unreadableStatement('The file has no entries.');
  }
  return statement;
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
