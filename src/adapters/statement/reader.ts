import { type FieldError, Problem, type ProblemCode } from '../../domain/errors.ts';
import type { Statement } from '../../domain/invoice/statement/bank-line.ts';
import type { CsvSettings } from '../../domain/invoice/statement/csv-columns.ts';
import type { StatementReader } from '../../domain/invoice/statement/statement-reader.ts';
import { createParserThread, type ParserThread, type ParserThreadOptions } from '../parser-thread.ts';
import { unreadableStatement } from './statement-problem.ts';

export interface StatementReaderOptions extends ParserThreadOptions {
  /** Files that wait while one is read. Default 8, which are 80 MB. */
  maxWaiting?: number;
}

export interface StatementTask {
  bytes: Uint8Array;
  settings: CsvSettings;
}

export type StatementResult =
  | { statement: Statement }
  | { problem: { code: ProblemCode; message: string; errors: FieldError[] } };

interface State {
  maxWaiting: number;
  thread: ParserThread<StatementTask, StatementResult>;
  /** The last task; the next one starts when it is done. */
  last: Promise<unknown>;
  waiting: number;
}

/** Reads statements in a thread, one at a time. */
export function createStatementReader(options: StatementReaderOptions = {}): StatementReader {
  const script = new URL('./worker.ts', import.meta.url);
  const thread = createParserThread<StatementTask, StatementResult>(script, options);
  const { maxWaiting = 8 } = options;
  const state: State = { maxWaiting, thread, last: Promise.resolve(), waiting: 0 };
  return {
    async read(bytes, settings) {
      const result = await enqueue(state, { bytes, settings });
      if ('statement' in result) return result.statement;
      const { code, message, errors } = result.problem;
      throw new Problem(code, message, { errors });
    },
    close: thread.close,
  };
}

async function enqueue(state: State, task: StatementTask): Promise<StatementResult> {
  if (state.waiting > state.maxWaiting) {
    throw new Problem(
      'overloaded',
      'Too many bank statements are waiting to be read. Try again in a minute.',
      {
        headers: { 'Retry-After': '60' },
      },
    );
  }
  state.waiting++;
  const running = state.last.then(() => runTask(state, task)).finally(() => state.waiting--);
  state.last = running.catch(() => {});
  return running;
}

async function runTask({ thread }: State, task: StatementTask): Promise<StatementResult> {
  const result = await thread.run(task);
  if (result) return result;
  throw unreadableStatement('The file takes too much time or memory to read. Export a shorter period.');
}
