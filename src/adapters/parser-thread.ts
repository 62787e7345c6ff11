import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { limitCpuTime } from './limit-cpu-time.ts';

export interface ParserThreadOptions {
  /** Limit of CPU time per file. Default 10 s. */
  limitMs?: number;
  /** Memory of the thread. Default 256 MB. */
  memoryMb?: number;
  /** Idle time before the thread exits and frees its memory. Default 1 minute. */
  idleMs?: number;
}

/** Parses files of strangers off the event loop. Its callers run one task at a time. */
export interface ParserThread<Task, Result> {
  /** Returns `undefined` if the task exceeded a limit. Rejects if the thread was closed or cannot be started. */
  run(task: Task): Promise<Result | undefined>;
  close(): Promise<void>;
}

interface State extends Required<ParserThreadOptions> {
  script: URL;
  worker: Worker | undefined;
  idle: NodeJS.Timeout | undefined;
  isClosed: boolean;
}

/** The script calls `serveParser`. A task that exceeds a limit ends the thread, and the next one starts another. */
export function createParserThread<Task, Result>(
  script: URL,
  { limitMs = 10_000, memoryMb = 256, idleMs = 60_000 }: ParserThreadOptions,
): ParserThread<Task, Result> {
  const state: State = {
    ...{ script, limitMs, memoryMb, idleMs },
    ...{ worker: undefined, idle: undefined, isClosed: false },
  };
  return {
    run: async (task) => (await runTask(state, task)) as Result | undefined,
    async close() {
      state.isClosed = true;
      clearTimeout(state.idle);
      await endThread(state);
    },
  };
}

async function runTask(state: State, task: unknown): Promise<unknown> {
  clearTimeout(state.idle);
  const worker = await ensureThread(state);
  worker.ref();
  try {
    return await runInThread(worker, task, state.limitMs);
  } catch (error) {
    await worker.terminate();
    if (state.isClosed) throw error;
    return undefined;
  } finally {
    worker.unref();
    state.idle = setTimeout(() => void endThread(state), state.idleMs).unref();
  }
}

async function ensureThread(state: State): Promise<Worker> {
  if (state.isClosed) throw new Error('the parser is closed');
  if (state.worker) return state.worker;
  const worker = new Worker(state.script, {
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
async function runInThread(worker: Worker, task: unknown, limitMs: number): Promise<unknown> {
  const usage = await worker.cpuUsage();
  const usedMs = (usage.user + usage.system) / 1000;
  const endLimit = limitCpuTime(worker, usedMs, limitMs, () => void worker.terminate());
  try {
    worker.postMessage(task);
    return await receiveMessage(worker);
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
