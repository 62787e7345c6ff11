import type { SheetOptions, SheetReader, SheetRow } from '../../domain/account/import/sheet-reader.ts';
import { createFileReader, type FileReaderOptions } from '../file-reader.ts';
import { unreadableSheet } from './walk-xml.ts';

export interface SheetTask {
  bytes: Uint8Array;
  options: SheetOptions;
}

export function createSheetReader(options: FileReaderOptions = {}): SheetReader {
  const { read, close } = createFileReader<SheetTask, SheetRow[]>(
    new URL('./worker.ts', import.meta.url),
    () => unreadableSheet('takes too much time or memory to read: split it'),
    options,
  );
  return { read: (bytes, sheet, account = '') => read({ bytes, options: sheet }, account), close };
}
