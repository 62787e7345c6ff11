import type { Statement } from '../../domain/invoice/statement/bank-line.ts';
import type { CsvSettings } from '../../domain/invoice/statement/csv-columns.ts';
import type { StatementReader } from '../../domain/invoice/statement/statement-reader.ts';
import { createFileReader, type FileReaderOptions } from '../file-reader.ts';
import { unreadableStatement } from './statement-problem.ts';

export interface StatementTask {
  bytes: Uint8Array;
  settings: CsvSettings;
}

export function createStatementReader(options: FileReaderOptions = {}): StatementReader {
  const { read, close } = createFileReader<StatementTask, Statement>(
    new URL('./worker.ts', import.meta.url),
    () => unreadableStatement('The file takes too much time or memory to read. Export a shorter period.'),
    options,
  );
  return { read: (bytes, settings, account = '') => read({ bytes, settings }, account), close };
}
