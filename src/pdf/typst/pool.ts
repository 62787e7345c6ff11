import { availableParallelism } from 'node:os';
import { performance } from 'node:perf_hooks';
import type { Worker } from 'node:worker_threads';
import { RenderError } from '../../domain/render-error.ts';
import { watchLoop } from '../../telemetry/loop-load.ts';
import { createFairQueue } from './fair-queue.ts';
import type { Result, Task, WorkerAnswer } from './serve-documents.ts';
import { limitTime } from './time-limit.ts';

export interface PoolOptions {
  /** How many documents are set at the same time. Default: one per processor, at most 4. */
  workers?: number;
  /** How many more may wait. Default 125; of one account, four fifths of it. */
  queueLimit?: number;
  /** How busy requests keep the event loop, from 0 to 1. Default: that of this thread. */
  loopLoad?: () => number;
  /** A thread whose typesetter holds more than this is replaced between documents. Default 128 MiB. */
  recycleBytes?: number;
  /** A thread that was given nothing for so long ends, and gives its memory back. Default 10 minutes. */
  idleMs?: number;
}

/** A task, and what decides when it is done. */
interface Order {
  task: Task;
  account: string;
  /** Never takes all threads, together with the others that are large, so that a short one need not wait for them. */
  large: boolean;
  /** Of the processor's time. */
  limitMs: number;
  /** It has waited already, and goes before the others of its account. */
  again?: boolean;
}

export interface Pool {
  run(order: Order): Promise<Result>;
  /** Starts a thread, which otherwise starts with the first task. */
  warmUp(): Promise<void>;
  close(): Promise<void>;
}

interface Job extends Order {
  resolve: (result: Result) => void;
  reject: (error: RenderError) => void;
}

interface Slot {
  worker: Worker | undefined;
  /** While a thread starts: whoever wants it waits for the same one. */
  starting: Promise<Worker> | undefined;
  /** Takes over when it is ready and the slot between two documents. */
  successor: Worker | 'starting' | undefined;
  job: Job | undefined;
  endLimit: () => void;
  /** Ends it when it was not needed for long. */
  idle: NodeJS.Timeout | undefined;
}

/** While requests keep the event loop as busy as this, a processor is left to them: both go faster than in turns. */
const BUSY_LOOP = 0.1;
const SHARE_OF_ONE = 0.8;

/** Hands tasks to threads that answer with `WorkerAnswer`s, the first one when they are ready. */
export function createPool(newThread: () => Promise<Worker>, options: PoolOptions): Pool {
  const count = Math.max(1, options.workers ?? Math.min(4, availableParallelism()));
  const { loopLoad = watchLoop(performance), queueLimit = 125 } = options;
  const { recycleBytes = 128 * 1024 * 1024, idleMs = 600_000 } = options;
  const slots: Slot[] = Array.from({ length: count }, () => ({
    worker: undefined,
    starting: undefined,
    successor: undefined,
    job: undefined,
    endLimit: () => {},
    idle: undefined,
  }));
  const queue = createFairQueue<Job>(queueLimit, Math.ceil(queueLimit * SHARE_OF_ONE));
  const spared = Math.max(1, Math.min(count, availableParallelism() - 1));
  let closed = false;

  function run(order: Order): Promise<Result> {
    if (closed) return Promise.reject(new RenderError('stopped', 'the renderer is closed'));
    return new Promise((resolve, reject) => {
      const job = { ...order, resolve, reject };
      if (order.again) queue.putBack(job);
      else queue.add(job)?.reject(new RenderError('busy', 'too many documents wait'));
      dispatch();
    });
  }

  function dispatch(): void {
    for (const slot of slots) {
      if (slot.job) continue;
      const job = takeNext();
      if (!job) return;
      slot.job = job;
      void begin(slot, job);
    }
  }

  function takeNext(): Job | undefined {
    const running = slots.flatMap(({ job }) => job ?? []);
    const large = running.filter((job) => job.large).length;
    const most = loopLoad() > BUSY_LOOP ? spared : count;
    const mayBeShort = running.length - large < most;
    const mayBeLarge = running.length < most && (count === 1 || large < count - 1);
    return queue.take(
      (job) => (job.large ? mayBeLarge : mayBeShort),
      (account) => running.filter((job) => job.account === account).length,
    );
  }

  async function begin(slot: Slot, job: Job): Promise<void> {
    let worker: Worker;
    try {
      worker = await ensureWorker(slot);
    } catch (error) {
      finish(slot, job, () => job.reject(new RenderError('stopped', `no typesetter: ${String(error)}`)));
      return;
    }
    if (slot.job !== job) return;
    worker.ref();
    slot.endLimit = limitTime(worker, job.limitMs, () => {
      retire(slot);
      finish(slot, job, () => job.reject(new RenderError('timeout', `not done after ${job.limitMs} ms`)));
    });
    worker.postMessage(job.task);
  }

  async function ensureWorker(slot: Slot): Promise<Worker> {
    if (slot.worker) return slot.worker;
    slot.starting ??= startWorker(slot).finally(() => {
      slot.starting = undefined;
    });
    slot.worker = await slot.starting;
    if (closed) retire(slot);
    else rest(slot);
    return slot.worker ?? Promise.reject(new Error('the renderer was closed'));
  }

  async function startWorker(slot: Slot): Promise<Worker> {
    const worker = await newThread();
    await new Promise<void>((resolve, reject) => {
      worker.on('message', (answer: WorkerAnswer) => {
        if (answer.kind === 'ready') resolve();
        else answered(slot, worker, answer);
      });
      const ended = (reason: string) => {
        reject(new Error(reason));
        lost(slot, worker, reason);
      };
      worker.on('error', (error) => ended(String(error)));
      worker.on('exit', (code) => ended(`the thread ended with ${code}`));
    });
    worker.unref();
    return worker;
  }

  function answered(slot: Slot, worker: Worker, answer: WorkerAnswer): void {
    const { job } = slot;
    if (slot.worker !== worker || !job || answer.kind === 'ready') return;
    if (answer.kind === 'done') {
      if (answer.memoryBytes > recycleBytes * 2) retire(slot);
      else if (answer.memoryBytes > recycleBytes) void succeed(slot);
      finish(slot, job, () => job.resolve(answer.result));
      return;
    }
    if (answer.broken) retire(slot);
    finish(slot, job, () => job.reject(new RenderError('failed', answer.message)));
  }

  /** The next document need not wait while a new thread starts: the old one serves until then. */
  async function succeed(slot: Slot): Promise<void> {
    if (slot.successor) return;
    slot.successor = 'starting';
    try {
      slot.successor = await startWorker(slot);
      if (closed) void slot.successor.terminate();
      else if (!slot.job) takeOver(slot);
    } catch {
      slot.successor = undefined;
    }
  }

  function takeOver(slot: Slot): void {
    if (!slot.successor || slot.successor === 'starting') return;
    retire(slot);
    slot.worker = slot.successor;
    slot.successor = undefined;
  }

  /** The thread is gone: only the document that it had in hand is affected. */
  function lost(slot: Slot, worker: Worker, reason: string): void {
    if (slot.successor === worker) slot.successor = undefined;
    if (slot.worker !== worker) return;
    slot.worker = undefined;
    const { job } = slot;
    if (job) finish(slot, job, () => job.reject(new RenderError('failed', reason)));
  }

  function finish(slot: Slot, job: Job, settle: () => void): void {
    if (slot.job !== job) return;
    slot.endLimit();
    slot.job = undefined;
    slot.worker?.unref();
    takeOver(slot);
    rest(slot);
    settle();
    dispatch();
  }

  function retire(slot: Slot): void {
    const { worker } = slot;
    slot.worker = undefined;
    void worker?.terminate();
  }

  /** From now on it has nothing to do, until it is given something. */
  function rest(slot: Slot): void {
    clearTimeout(slot.idle);
    slot.idle = setTimeout(() => slot.job || retire(slot), idleMs).unref();
  }

  async function warmUp(): Promise<void> {
    const [first] = slots;
    if (first) await ensureWorker(first);
  }

  async function close(): Promise<void> {
    closed = true;
    const stopped = () => new RenderError('stopped', 'the renderer was closed');
    for (const job of queue.empty()) job.reject(stopped());
    await Promise.all(
      slots.map((slot) => {
        const { worker, successor, job } = slot;
        clearTimeout(slot.idle);
        slot.worker = undefined;
        slot.successor = undefined;
        if (successor && successor !== 'starting') void successor.terminate();
        if (job) finish(slot, job, () => job.reject(stopped()));
        return worker?.terminate();
      }),
    );
  }

  return { run, warmUp, close };
}
