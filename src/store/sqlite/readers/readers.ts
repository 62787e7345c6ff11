import { Worker } from 'node:worker_threads';
import { Problem } from '../../../domain/errors.ts';
import { createFairQueue } from '../../../domain/fair-queue.ts';
import { DatabaseUnavailable, StoredDataDamaged } from '../../../domain/outage.ts';
import { type ListCaller, type ListReaders, StatementTimeout } from '../../database.ts';
import type { ReaderReply, ReaderStart } from './reader-thread.ts';

export interface ReadersOptions {
  /** Time limits of a page and of a count. Default 5 s and 1 s. */
  pageMs?: number;
  countMs?: number;
  /** Idle time before a thread ends. Default 1 minute. */
  idleMs?: number;
  startWorker?: (workerData: ReaderStart) => Worker;
}

export interface Readers extends ListReaders {
  /** Number of threads. */
  readonly size: number;
  /** Runs the work while no list is read; lists that arrive in the meantime wait for it. */
  pause<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

interface Job {
  message: { list: string; args: readonly unknown[] };
  caller: ListCaller;
  isRepeated: boolean;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

interface Thread {
  worker: Worker;
  /** Set to 1 to end the statement that runs. */
  cancel: Int32Array;
  job: Job | undefined;
  idle: NodeJS.Timeout | undefined;
}

interface State extends Required<ReadersOptions> {
  file: string;
  threads: Set<Thread>;
  queue: ReturnType<typeof createFairQueue<Job>>;
  waiting: number;
  pauses: number;
  isClosed: boolean;
  /** Resolve when no list is read anymore. */
  atRest: (() => void)[];
  watch: NodeJS.Timeout | undefined;
}

const MAX_THREADS = 2;
const MAX_WAITING = 1000;
/** How often running lists are checked for clients that have gone. */
const WATCH_MS = 50;

/**
 * Reads lists in threads, so that a slow one holds up no other request: `npm run bench:scale` shows how long those wait.
 * Threads start when they are needed, and end when they are idle. Accounts take turns.
 */
export function createReaders(file: string, options: ReadersOptions = {}): Readers {
  const { pageMs = 5000, countMs = 1000, idleMs = 60_000 } = options;
  const { startWorker = startReaderThread } = options;
  const state: State = {
    ...{ file, pageMs, countMs, idleMs, startWorker },
    ...{ threads: new Set(), queue: createFairQueue<Job>(MAX_WAITING), waiting: 0, pauses: 0 },
    ...{ isClosed: false, atRest: [], watch: undefined },
  };
  return {
    get size() {
      return state.threads.size;
    },
    run: (list, args, caller) =>
      new Promise((resolve, reject) => {
        if (state.isClosed) return reject(new DatabaseUnavailable('the database is closed'));
        enqueue(state, { message: { list, args }, caller, isRepeated: false, resolve, reject });
      }),
    async pause(work) {
      state.pauses += 1;
      try {
        await whenAtRest(state);
        return await work();
      } finally {
        state.pauses -= 1;
        dispatch(state);
      }
    },
    async close() {
      state.isClosed = true;
      await whenAtRest(state);
      await Promise.all([...state.threads].map(endThread));
    },
  };
}

function enqueue(state: State, job: Job): void {
  state.waiting += 1;
  const evicted = state.queue.add(job.caller.account, job);
  if (evicted) {
    state.waiting -= 1;
    evicted.reject(new Problem('overloaded', 'Too many lists are being read. Try again shortly.'));
  }
  dispatch(state);
}

function dispatch(state: State): void {
  while (state.waiting > 0 && (state.pauses === 0 || state.isClosed)) {
    const thread = findIdleThread(state);
    if (!thread) break;
    const job = state.queue.take();
    state.waiting -= 1;
    if (job?.caller.isGone?.()) job.reject(gone());
    else if (job) begin(state, thread, job);
  }
  if (isAtRest(state)) for (const resolve of state.atRest.splice(0)) resolve();
}

function findIdleThread(state: State): Thread | undefined {
  const idle = [...state.threads].find(({ job }) => job === undefined);
  if (idle || state.threads.size >= MAX_THREADS) return idle;
  return startThread(state);
}

function begin(state: State, thread: Thread, job: Job): void {
  clearTimeout(thread.idle);
  thread.job = job;
  Atomics.store(thread.cancel, 0, 0);
  thread.worker.ref();
  thread.worker.postMessage(job.message);
  state.watch ??= setInterval(() => cancelAbandoned(state), WATCH_MS).unref();
}

function cancelAbandoned({ threads }: State): void {
  for (const { job, cancel } of threads) {
    if (job?.caller.isGone?.()) Atomics.store(cancel, 0, 1);
  }
}

function startThread(state: State): Thread {
  const cancel = new Int32Array(new SharedArrayBuffer(4));
  const { file, pageMs, countMs } = state;
  const worker = state.startWorker({ file, pageMs, countMs, cancel });
  const thread: Thread = { worker, cancel, job: undefined, idle: undefined };
  state.threads.add(thread);
  worker.on('message', (reply: ReaderReply) => finish(state, thread, (job) => settle(job, reply)));
  // The exit follows.
  worker.on('error', () => {});
  worker.on('exit', () => {
    clearTimeout(thread.idle);
    state.threads.delete(thread);
    finish(state, thread, (job) => repeatOnce(state, job));
  });
  return thread;
}

function startReaderThread(workerData: ReaderStart): Worker {
  return new Worker(new URL('./reader-thread.ts', import.meta.url), { workerData });
}

function finish(state: State, thread: Thread, settleJob: (job: Job) => void): void {
  const { job } = thread;
  thread.job = undefined;
  thread.worker.unref();
  if (state.threads.has(thread)) thread.idle = setTimeout(() => endThread(thread), state.idleMs).unref();
  if (job) settleJob(job);
  if (![...state.threads].some((each) => each.job)) {
    clearInterval(state.watch);
    state.watch = undefined;
  }
  dispatch(state);
}

function settle({ resolve, reject }: Job, reply: ReaderReply): void {
  if ('value' in reply) resolve(reply.value);
  else if (reply.failure === 'timeout') reject(new StatementTimeout('the list took too long'));
  else if (reply.failure === 'gone') reject(gone());
  else if (reply.failure === 'damaged')
    reject(new StoredDataDamaged('a list of stored documents is damaged'));
  else if (reply.outage)
    reject(new DatabaseUnavailable(reply.outage.message, { reason: reply.outage.reason }));
  else reject(reply.error);
}

/** A thread that ended may have been the fault of another list, or of the system. */
function repeatOnce(state: State, job: Job): void {
  if (job.isRepeated) job.reject(new DatabaseUnavailable('the thread that read the list has ended'));
  else enqueue(state, { ...job, isRepeated: true });
}

function gone(): StatementTimeout {
  return new StatementTimeout('nobody waits for the list anymore');
}

/** The thread closes its connection itself. */
async function endThread({ worker }: Thread): Promise<void> {
  const ended = new Promise((resolve) => worker.once('exit', resolve));
  worker.ref();
  worker.postMessage('end');
  await ended;
}

function isAtRest({ threads, waiting, isClosed }: State): boolean {
  return (waiting === 0 || !isClosed) && ![...threads].some(({ job }) => job);
}

function whenAtRest(state: State): Promise<void> {
  return isAtRest(state) ? Promise.resolve() : new Promise((resolve) => state.atRest.push(resolve));
}
