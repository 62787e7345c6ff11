import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { type FieldError, Problem, type ProblemCode } from '../../domain/errors.ts';
import type { Statement } from '../../domain/invoice/statement/bank-line.ts';
import type { CsvSettings } from '../../domain/invoice/statement/csv-columns.ts';
import type { StatementReader } from '../../domain/invoice/statement/statement-reader.ts';
import { limitCpuTime } from '../limit-cpu-time.ts';
import { unreadableStatement } from './statement-problem.ts';

export interface StatementReaderOptions {
  /** Limit of CPU time per file. Default 10 s. */
  limitMs?: number;
  /** Memory of the thread. Default 256 MB. */
  memoryMb?: number;
  /** Files that wait while one is read. Default 8, which are 80 MB. */
  maxWaiting?: number;
  /** Idle time before the thread exits and frees its memory. Default 1 minute. */
  idleMs?: number;
}

export interface StatementTask {
  bytes: Uint8Array;
  settings: CsvSettings;
}

export type StatementResult =
  | { statement: Statement }
  | { problem: { code: ProblemCode; message: string; errors: FieldError[] } };

interface State extends Required<StatementReaderOptions> {
  worker: Worker | undefined;
  /** The last task; the next one starts when it is done. */
  last: Promise<unknown>;
  waiting: number;
  idle: NodeJS.Timeout | undefined;
  isClosed: boolean;
}

/**
 * Reads statements in a thread, one at a time. A file that exceeds a limit ends the thread, and the next file starts another
 * one.
 */
export function createStatementReader(options: StatementReaderOptions = {}): StatementReader {
  const { limitMs = 10_000, memoryMb = 256, maxWaiting = 8, idleMs = 60_000 } = options;
  const state: State = {
    ...{ limitMs, memoryMb, maxWaiting, idleMs, waiting: 0 },
    ...{ worker: undefined, last: Promise.resolve(), idle: undefined, isClosed: false },
  };
  return {
    async read(bytes, settings) {
      const result = await enqueue(state, { bytes, settings });
      if ('statement' in result) return result.statement;
      const { code, message, errors } = result.problem;
      throw new Problem(code, message, { errors });
    },
    async close() {
      state.isClosed = true;
      clearTimeout(state.idle);
      await endThread(state);
    },
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

async function runTask(state: State, task: StatementTask): Promise<StatementResult> {
  clearTimeout(state.idle);
  const worker = await ensureThread(state);
  worker.ref();
  try {
    return await readInThread(worker, task, state.limitMs);
  } catch (error) {
    await worker.terminate();
    if (state.isClosed) throw error;
    throw unreadableStatement('The file takes too much time or memory to read. Export a shorter period.');
  } finally {
    worker.unref();
    state.idle = setTimeout(() => void endThread(state), state.idleMs).unref();
  }
}

async function ensureThread(state: State): Promise<Worker> {
  if (state.isClosed) throw new Error('the reader of statements is closed');
  if (state.worker) return state.worker;
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    resourceLimits: { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: state.memoryMb },
  });
  state.worker = worker;
  // Errors are handled by the task that runs; without a listener, one in an idle thread would end the process.
  worker.on('error', () => {});
  worker.on('exit', () => {
    if (state.worker === worker) state.worker = undefined;
  });
  try {
    await receiveMessage(worker);
  } catch (error) {
    await endThread(state);
    throw error;
  }
  return worker;
}

/** Rejects if the thread ends, because it needs too much memory or time. */
async function readInThread(worker: Worker, task: StatementTask, limitMs: number): Promise<StatementResult> {
  const usage = await worker.cpuUsage();
  const usedMs = (usage.user + usage.system) / 1000;
  const endLimit = limitCpuTime(worker, usedMs, limitMs, () => void worker.terminate());
  try {
    worker.postMessage(task);
    return (await receiveMessage(worker)) as StatementResult;
  } finally {
    endLimit();
  }
}

async function endThread(state: State): Promise<void> {
  const { worker } = state;
  state.worker = undefined;
  await worker?.terminate();
}

async function receiveMessage(worker: Worker): Promise<unknown> {
  const received = new AbortController();
  const { signal } = received;
  try {
    const [message] = await Promise.race([
      once(worker, 'message', { signal }),
      once(worker, 'exit', { signal }).then(([code]) => {
        throw new Error(`the thread ended with ${code}`);
      }),
    ]);
    return message;
  } finally {
    received.abort();
  }
}
