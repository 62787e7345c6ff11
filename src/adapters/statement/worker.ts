import { Problem } from '../../domain/errors.ts';
import { serveParser } from '../serve-parser.ts';
import { readStatement } from './read-statement.ts';
import type { StatementResult, StatementTask } from './reader.ts';

serveParser(({ bytes, settings }: StatementTask): StatementResult => {
  try {
    return { statement: readStatement(bytes, settings) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { code, message, errors } = error;
    return { problem: { code, message, errors } };
  }
});
