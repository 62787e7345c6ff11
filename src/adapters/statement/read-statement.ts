import type { Statement } from '../../domain/invoice/statement/bank-line.ts';
import type { CsvSettings } from '../../domain/invoice/statement/csv-columns.ts';
import { decodeStatement } from './decode-statement.ts';
import { readCamt } from './read-camt.ts';
import { readStatementCsv } from './read-csv.ts';
import { unreadableStatement } from './statement-problem.ts';

/** Reads the file of a bank, CAMT or CSV. Throws a `Problem` if it is neither. */
export function readStatement(bytes: Uint8Array, settings: CsvSettings): Statement {
  const text = decodeStatement(bytes).replace(/^\ufeff/, '');
  const statement = /^\s*</.test(text) ? readCamt(text) : readStatementCsv(text, settings);
  if (statement.lines.length === 0 && statement.ignored.length === 0) {
    throw unreadableStatement('The file has no entries.');
  }
  return statement;
}
