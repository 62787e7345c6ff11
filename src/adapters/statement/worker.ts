import { serveFileReader } from '../file-reader.ts';
import { readStatement } from './read-statement.ts';
import type { StatementTask } from './reader.ts';

serveFileReader(({ bytes, settings }: StatementTask) => readStatement(bytes, settings));
