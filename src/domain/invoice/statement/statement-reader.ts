import type { Statement } from './bank-line.ts';
import type { CsvSettings } from './csv-columns.ts';

/** Reads the files of banks. */
export interface StatementReader {
  /** Files of the accounts are read in turn. Throws a `Problem` if the file is no statement, or needs too much time or memory. */
  read(bytes: Uint8Array, settings: CsvSettings, account?: string): Promise<Statement>;
  close(): Promise<void>;
}
