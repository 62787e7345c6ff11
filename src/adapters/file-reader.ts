import { type FieldError, Problem, type ProblemCode } from '../domain/errors.ts';
import { createParserThread, type ParserThread, type ParserThreadOptions } from './parser-thread.ts';
import { serveParser } from './serve-parser.ts';

export interface FileReaderOptions extends ParserThreadOptions {
  /** Files that wait while one is read. Default 8, which are 80 MB. */
  maxWaiting?: number;
}

/** Reads files of strangers in a thread, one at a time. */
export interface FileReader<Task, Value> {
  /** Throws a `Problem` if the file is not readable, or needs too much time or memory. */
  read(task: Task): Promise<Value>;
  close(): Promise<void>;
}

type Result<Value> =
  | { value: Value }
  | { problem: { code: ProblemCode; message: string; errors: FieldError[] } };

interface State<Task, Value> {
  maxWaiting: number;
  thread: ParserThread<Task, Result<Value>>;
  /** The last task; the next one starts when it is done. */
  last: Promise<unknown>;
  waiting: number;
  describeLimit(): Problem;
}

/** The script calls `serveFileReader`. `describeLimit` is the problem of a file that exceeds a limit. */
export function createFileReader<Task, Value>(
  script: URL,
  describeLimit: () => Problem,
  options: FileReaderOptions,
): FileReader<Task, Value> {
  const thread = createParserThread<Task, Result<Value>>(script, options);
  const { maxWaiting = 8 } = options;
  const state: State<Task, Value> = {
    ...{ maxWaiting, thread, last: Promise.resolve(), waiting: 0, describeLimit },
  };
  return {
    async read(task) {
      const result = await enqueue(state, task);
      if ('value' in result) return result.value;
      const { code, message, errors } = result.problem;
      throw new Problem(code, message, { errors });
    },
    close: thread.close,
  };
}

async function enqueue<Task, Value>(state: State<Task, Value>, task: Task): Promise<Result<Value>> {
  if (state.waiting > state.maxWaiting) {
    throw new Problem('overloaded', 'Too many files are waiting to be read. Try again in a minute.', {
      headers: { 'Retry-After': '60' },
    });
  }
  state.waiting++;
  const running = state.last.then(() => runTask(state, task)).finally(() => state.waiting--);
  state.last = running.catch(() => {});
  return running;
}

async function runTask<Task, Value>(state: State<Task, Value>, task: Task): Promise<Result<Value>> {
  const result = await state.thread.run(task);
  if (result) return result;
  throw state.describeLimit();
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
