import type { Worker } from 'node:worker_threads';
import { RenderError } from '../../../domain/render-error.ts';
import { limitCpuTime } from '../../limit-cpu-time.ts';
import type { Result, Task, WorkerReply } from './serve-documents.ts';

/** Runs one task at a time in a thread, which is replaced if it crashes, grows too large or is idle. */
export interface Slot {
  /** Rejects with a `RenderError`. */
  run(task: Task, limitMs: number): Promise<Result>;
  /** Memory that the thread takes between documents. */
  memoryBytes(): number;
  /** Ends the thread between two documents; the next one starts another. */
  endThread(): Promise<void>;
  /** Starts the thread, which otherwise starts with the first task. */
  warmUp(): Promise<void>;
  close(): Promise<void>;
}

export interface SlotOptions {
  /** A thread whose typesetter uses more memory is replaced after the document. Default 128 MiB. */
  recycleBytes?: number;
  /** Idle time before a thread exits and frees its memory. */
  idleMs: number;
  /** Called when the idle thread has ended. */
  onIdle?: () => void;
}

/** Memory of a thread beside that of its typesetter. */
const THREAD_BYTES = 32e6;

interface State extends Required<SlotOptions> {
  createThread: () => Promise<Worker>;
  worker: Worker | undefined;
  /** The thread that is starting, shared by all callers. */
  starting: Promise<Worker> | undefined;
  /** Replaces the thread when it is ready and no document is running. */
  successor: Worker | 'starting' | undefined;
  job: Job | undefined;
  /** CPU time that each thread last reported. */
  usedMs: WeakMap<Worker, number>;
  /** Memory of its typesetter that each thread last reported. */
  engineBytes: WeakMap<Worker, number>;
  endLimit: () => void;
  /** Ends an idle thread. */
  idle: NodeJS.Timeout | undefined;
  isClosed: boolean;
}

interface Job {
  task: Task;
  limitMs: number;
  resolve: (result: Result) => void;
  reject: (error: RenderError) => void;
}

export function createSlot(createThread: () => Promise<Worker>, options: SlotOptions): Slot {
  const { recycleBytes = 128 * 1024 * 1024, idleMs, onIdle = () => {} } = options;
  const nothing = { worker: undefined, starting: undefined, successor: undefined, job: undefined };
  const state: State = {
    ...{ createThread, recycleBytes, idleMs, onIdle, ...nothing },
    ...{
      usedMs: new WeakMap(),
      engineBytes: new WeakMap(),
      endLimit: () => {},
      idle: undefined,
      isClosed: false,
    },
  };
  return {
    run: (task, limitMs) =>
      new Promise((resolve, reject) => {
        state.job = { task, limitMs, resolve, reject };
        void begin(state, state.job);
      }),
    memoryBytes: () => (state.worker ? THREAD_BYTES + (state.engineBytes.get(state.worker) ?? 0) : 0),
    endThread: () => retire(state),
    async warmUp() {
      await ensureWorker(state);
    },
    close: () => close(state),
  };
}

async function begin(state: State, job: Job): Promise<void> {
  let worker: Worker;
  try {
    worker = await ensureWorker(state);
  } catch (error) {
    finish(state, job, () =>
      job.reject(new RenderError('stopped', 'no thread could be started', { cause: findStartCause(error) })),
    );
    return;
  }
  if (state.job !== job) return;
  worker.ref();
  state.endLimit = limitCpuTime(worker, state.usedMs.get(worker) ?? 0, job.limitMs, () => {
    void retire(state);
    finish(state, job, () => job.reject(new RenderError('timeout', `not done after ${job.limitMs} ms`)));
  });
  worker.postMessage(job.task);
}

/** Node wraps the error of the system, and names it only in the message: “Worker initialization failure: EMFILE”. */
function findStartCause(error: unknown): unknown {
  const [code] = /\b(?:EMFILE|ENFILE|ENOMEM|EAGAIN)\b/.exec(String(error)) ?? [];
  return code === undefined ? error : { code };
}

async function ensureWorker(state: State): Promise<Worker> {
  if (state.worker) return state.worker;
  state.starting ??= startWorker(state).finally(() => {
    state.starting = undefined;
  });
  state.worker = await state.starting;
  if (state.isClosed) void retire(state);
  else restartIdleTimer(state);
  return state.worker ?? Promise.reject(new Error('the renderer was closed'));
}

async function startWorker(state: State): Promise<Worker> {
  const worker = await state.createThread();
  await new Promise<void>((resolve, reject) => {
    worker.on('message', (reply: WorkerReply) => {
      state.usedMs.set(worker, reply.usedMs);
      if (reply.kind === 'ready') resolve();
      else handleReply(state, worker, reply);
    });
    const ended = (cause: Error) => {
      reject(cause);
      handleExit(state, worker, cause);
    };
    worker.on('error', (error: Error) => ended(error));
    worker.on('exit', (code) => ended(new Error(`the thread ended with ${code}`)));
  });
  worker.unref();
  return worker;
}

function handleReply(state: State, worker: Worker, reply: WorkerReply): void {
  const { job, recycleBytes } = state;
  if (state.worker !== worker || !job || reply.kind === 'ready') return;
  if (reply.kind === 'done') {
    state.engineBytes.set(worker, reply.memoryBytes);
    if (reply.memoryBytes > recycleBytes * MAX_EXCESS) void retire(state);
    else if (reply.memoryBytes > recycleBytes) void startSuccessor(state);
    finish(state, job, () => job.resolve(reply.result));
    return;
  }
  if (reply.broken) void retire(state);
  finish(state, job, () => job.reject(describeFailure(reply)));
}

function describeFailure({ cause, message, limited }: Extract<WorkerReply, { kind: 'failed' }>): RenderError {
  if (!limited) return new RenderError(cause.isResource ? 'stopped' : 'failed', message, { cause });
  const { path } = limited;
  const name = path ? `The text at ${path}` : 'A text of the document';
  const problem = `${name} is too complex for a PDF. Shorten it, or write it with fewer changes of direction.`;
  return new RenderError('too_large', problem, { cause, path });
}

/** A thread that has grown further ends at once: its memory is worth more than the wait for the next thread. */
const MAX_EXCESS = 1.25;

/** Starts a successor. The old thread serves documents until the new one is ready. */
async function startSuccessor(state: State): Promise<void> {
  if (state.successor) return;
  state.successor = 'starting';
  try {
    state.successor = await startWorker(state);
    if (state.isClosed) void state.successor.terminate();
    else if (!state.job) takeOver(state);
  } catch {
    state.successor = undefined;
  }
}

function takeOver(state: State): void {
  if (!state.successor || state.successor === 'starting') return;
  void retire(state);
  state.worker = state.successor;
  state.successor = undefined;
}

/** Handles the end of a thread, which fails only its current document. */
function handleExit(state: State, worker: Worker, cause: Error): void {
  if (state.successor === worker) state.successor = undefined;
  if (state.worker !== worker) return;
  state.worker = undefined;
  const { job } = state;
  if (job) finish(state, job, () => job.reject(new RenderError('failed', cause.message, { cause })));
}

function finish(state: State, job: Job, settle: () => void): void {
  if (state.job !== job) return;
  state.endLimit();
  state.job = undefined;
  state.worker?.unref();
  takeOver(state);
  restartIdleTimer(state);
  settle();
}

async function retire(state: State): Promise<void> {
  const { worker } = state;
  state.worker = undefined;
  await worker?.terminate();
}

function restartIdleTimer(state: State): void {
  if (state.idle) state.idle.refresh();
  else state.idle = setTimeout(() => state.job || void endIdle(state), state.idleMs).unref();
}

async function endIdle(state: State): Promise<void> {
  await retire(state);
  state.onIdle();
}

async function close(state: State): Promise<void> {
  state.isClosed = true;
  const { worker, successor, job } = state;
  clearTimeout(state.idle);
  state.worker = undefined;
  state.successor = undefined;
  if (successor && successor !== 'starting') void successor.terminate();
  if (job) finish(state, job, () => job.reject(new RenderError('stopped', 'the renderer was closed')));
  await worker?.terminate();
}
