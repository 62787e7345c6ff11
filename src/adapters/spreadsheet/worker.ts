import { serveFileReader } from '../file-reader.ts';
import { readWorkbook } from './read-workbook.ts';
import type { SheetTask } from './reader.ts';

serveFileReader(({ bytes, options }: SheetTask) => readWorkbook(bytes, options));
