import { type FieldError, Problem, type ProblemCode } from '../domain/errors.ts';
import { createFairQueue } from '../domain/fair-queue.ts';
import { createParserThread, type ParserThreadOptions } from './parser-thread.ts';
import { serveParser } from './serve-parser.ts';

export interface FileReaderOptions extends ParserThreadOptions {
  /** Files that wait while one is read. Default 8, which are 80 MB. */
  maxWaiting?: number;
}

/** The memory that a large file took is given back soon: files come one by one, and a thread starts in a tenth of a second. */
const IDLE_MS = 5000;

/** Reads files of strangers in a thread, one at a time. Accounts take turns: one that sends many files delays only itself. */
export interface FileReader<Task, Value> {
  /** Throws a `Problem` if the file is not readable, or needs too much time or memory. */
  read(task: Task, account: string): Promise<Value>;
  close(): Promise<void>;
}

type Result<Value> =
  | { value: Value }
  | { problem: { code: ProblemCode; message: string; errors: FieldError[] } };

/** The script calls `serveFileReader`. `describeLimit` is the problem of a file that exceeds a limit. */
export function createFileReader<Task, Value>(
  script: URL,
  describeLimit: () => Problem,
  { maxWaiting = 8, ...options }: FileReaderOptions,
): FileReader<Task, Value> {
  const thread = createParserThread<Task, Result<Value>>(script, { idleMs: IDLE_MS, ...options });
  const waiting = createFairQueue<{ task: Task; settle: PromiseWithResolvers<Result<Value>> }>(maxWaiting);
  let isRunning = false;

  async function runWaiting(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    for (let next = waiting.take(); next; next = waiting.take()) {
      const { task, settle } = next;
      const result = await thread.run(task).catch(settle.reject);
      if (result) settle.resolve(result);
      else settle.reject(describeLimit());
    }
    isRunning = false;
  }

  return {
    async read(task, account) {
      const settle = Promise.withResolvers<Result<Value>>();
      waiting.add(account, { task, settle })?.settle.reject(tooManyWaiting());
      void runWaiting();
      const result = await settle.promise;
      if ('value' in result) return result.value;
      const { code, message, errors } = result.problem;
      throw new Problem(code, message, { errors });
    },
    close: thread.close,
  };
}

function tooManyWaiting(): Problem {
  return new Problem('overloaded', 'Too many files are waiting to be read. Try again in a minute.', {
    headers: { 'Retry-After': '60' },
  });
}

/** Serves the tasks of a `FileReader`, in the thread. */
export function serveFileReader<Task, Value>(read: (task: Task) => Value): void {
  serveParser((task: Task): Result<Value> => {
    try {
      return { value: read(task) };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const { code, message, errors } = error;
      return { problem: { code, message, errors } };
    }
  });
}
