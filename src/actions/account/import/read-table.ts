import { cleanCell } from '../../../domain/account/export/csv.ts';
import { decodeText } from '../../../domain/account/import/decode-text.ts';
import { isZip, type SheetReader } from '../../../domain/account/import/sheet-reader.ts';
import { getDecimalSign } from '../../../i18n/parse-number.ts';
import { type CsvTable, readCsvRows } from './source-rows.ts';

export interface TableOptions {
  /** One row more is read, so that the caller can detect a longer file. */
  maxRows?: number;
  /** The account that waits its turn for a spreadsheet. */
  account?: string;
  /** The locale in which numbers of a spreadsheet are written, as those of CSV are. */
  locale?: { tag: string } | undefined;
  /** The sign before their decimals, if no locale says it. */
  decimal?: '.' | ',';
}

/** Reads CSV, or a spreadsheet in a thread. Returns `undefined` for a file that is neither; throws a `Problem` for a spreadsheet that cannot be read. */
export async function readTable(
  sheetReader: Pick<SheetReader, 'read'>,
  bytes: Uint8Array,
  { maxRows = Number.POSITIVE_INFINITY, account, ...numbers }: TableOptions,
): Promise<(CsvTable & { assumed?: string | undefined }) | undefined> {
  if (isZip(bytes)) {
    const decimal = numbers.locale ? getDecimalSign(numbers.locale.tag) : (numbers.decimal ?? '.');
    const [heading, ...rows] = await sheetReader.read(bytes, { maxRows: maxRows + 1, decimal }, account);
    return {
      headings: (heading?.cells ?? []).map(cleanCell),
      rows: rows.map((row) => ({ ...row, errors: [] })),
    };
  }
  const decoded = decodeText(bytes);
  return decoded && { ...(await readCsvRows(decoded.text, maxRows)), assumed: decoded.assumed };
}
