import { availableParallelism } from 'node:os';
import type { Worker } from 'node:worker_threads';
import { RenderError } from '../../../domain/render-error.ts';
import type { DocumentSize } from './document-length.ts';
import { createFairQueue, type FairQueue } from './fair-queue.ts';
import type { Result, Task } from './serve-documents.ts';
import { createSlot, type Slot, type SlotOptions } from './slot.ts';
import { watchOtherRequests } from './watch-others.ts';

export interface PoolOptions extends Omit<SlotOptions, 'idleMs'> {
  /** Idle time before a thread exits. Default 1 minute. */
  idleMs?: number;
  /** Called when the last thread has ended because it was idle. */
  onIdle?: () => void;
  /** Memory that all threads may take together. Default: no limit. */
  memoryBytes?: number;
  /** Number of documents typeset concurrently. Default: one per core, at most 4. */
  workers?: number;
  /** Maximum number of waiting documents. Default 125; one account may use four fifths of it. */
  queueLimit?: number;
  /** Longest time a task may wait. Default 20 s. */
  maxWaitMs?: number;
  /** Number of responses sent by the service so far, including those with documents. Default: no service. */
  responded?: () => number;
  /** Number of cores. Default: those of the machine. */
  processors?: number;
}

/** A task and its scheduling options. */
interface Order {
  task: Task;
  account: string;
  /**
   * Large tasks together never use all threads, so that short ones need not wait for them. What runs together fits in
   * memory.
   */
  size: DocumentSize;
  /** Limit of CPU time. */
  limitMs: number;
  /** The task has waited before, and goes to the head of its account's queue. */
  again?: boolean;
  /** Start of the caller's wait, by `performance.now()`. Default: now. */
  since?: number;
}

export interface Pool {
  /** What the largest task may take. */
  maxBytes: number;
  run(order: Order): Promise<Result>;
  /** Starts a thread, which otherwise starts with the first task. */
  warmUp(): Promise<void>;
  close(): Promise<void>;
}

interface Job extends Order {
  /** Rejects the job if it waits too long. */
  timer?: NodeJS.Timeout;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

interface Place {
  slot: Slot;
  job: Job | undefined;
}

const ACCOUNT_SHARE = 0.8;
/** Memory of a thread that typesets a small document. */
const THREAD_BYTES = 64e6;

/**
 * Distributes tasks to threads. Each thread sends `WorkerReply`s, the first one when it is ready. While other requests
 * arrive, one core is reserved for them: a running thread is not preempted immediately, whatever its priority, so a
 * request without a free core takes about twice as long (`npm run bench:pdf`).
 */
export function createPool(createThread: () => Promise<Worker>, options: PoolOptions): Pool {
  const { processors = availableParallelism(), responded = () => 0 } = options;
  const { queueLimit = 125, maxWaitMs = 20_000, memoryBytes = Infinity, idleMs = 60_000 } = options;
  const count = Math.max(1, options.workers ?? Math.min(4, processors));
  const others = watchOtherRequests(responded);
  const onIdle = () => sumMemory(places) === 0 && options.onIdle?.();
  const places: Place[] = Array.from({ length: count }, () => ({
    slot: createSlot(createThread, { ...options, idleMs, onIdle }),
    job: undefined,
  }));
  const queue = createFairQueue<Job>(queueLimit, Math.ceil(queueLimit * ACCOUNT_SHARE));
  const sparedCount = Math.max(1, Math.min(count, processors - 1));
  let closed = false;

  function run(order: Order): Promise<Result> {
    if (closed) return Promise.reject(new RenderError('stopped', 'the renderer is closed'));
    return new Promise((resolve, reject) => {
      const job: Job = { ...order, resolve, reject };
      job.timer = setTimeout(() => queue.remove(job) && rejectBusy(job), computeWaitLeft(order));
      if (order.again) queue.putBack(job);
      else rejectBusy(queue.add(job));
      dispatch();
    });
  }

  function computeWaitLeft({ since = performance.now() }: Order): number {
    return Math.max(0, since + maxWaitMs - performance.now());
  }

  function rejectBusy(job: Job | undefined): void {
    if (!job) return;
    clearTimeout(job.timer);
    others.documentEnded();
    job.reject(new RenderError('busy', 'too many documents are waiting'));
  }

  function dispatch(): void {
    for (const place of places) {
      if (place.job) continue;
      const running = places.flatMap(({ job }) => job ?? []);
      const free = memoryBytes - sumMemory(places.filter(({ job }) => job));
      const most = others.areArriving() ? sparedCount : count;
      const job = takeNext(queue, running, { count, most, free });
      if (!job) return;
      void begin(place, job);
    }
  }

  async function begin(place: Place, job: Job): Promise<void> {
    place.job = job;
    clearTimeout(job.timer);
    await endIdleThreads(place);
    const settle = await place.slot.run(job.task, job.limitMs).then(
      (result) => () => job.resolve(result),
      (error: unknown) => () => job.reject(error),
    );
    place.job = undefined;
    others.documentEnded();
    settle();
    dispatch();
  }

  /** Ends threads until all fits, the largest first, and the one of the next document too if it has grown. */
  async function endIdleThreads(next: Place): Promise<void> {
    const idle = [next, ...places.filter(({ job }) => !job)].map(({ slot }) => slot);
    for (const slot of idle.sort((one, other) => other.memoryBytes() - one.memoryBytes())) {
      if (sumMemory(places) <= memoryBytes) return;
      await slot.endThread();
    }
  }

  async function close(): Promise<void> {
    closed = true;
    for (const job of queue.empty()) {
      clearTimeout(job.timer);
      job.reject(new RenderError('stopped', 'the renderer was closed'));
    }
    await Promise.all(places.map(({ slot }) => slot.close()));
  }

  return { run, maxBytes: memoryBytes - THREAD_BYTES, warmUp: async () => places[0]?.slot.warmUp(), close };
}

/** Adds up what threads hold, and what their documents take beyond that. */
function sumMemory(places: readonly Place[]): number {
  return places.reduce((sum, { slot, job }) => {
    const held = slot.memoryBytes();
    return sum + (job ? Math.max(held, THREAD_BYTES) + job.size.bytes : held);
  }, 0);
}

/** Picks the next job. `most` is the number of documents that may run now, `free` the memory for another. */
function takeNext(
  queue: FairQueue<Job>,
  running: readonly Job[],
  { count, most, free }: { count: number; most: number; free: number },
): Job | undefined {
  const large = running.filter(({ size }) => size.isLarge).length;
  const canRunShort = running.length - large < most;
  const canRunLarge = running.length < most && (count === 1 || large < count - 1);
  // What fits beside nothing was rejected before.
  const fits = ({ bytes }: DocumentSize) => running.length === 0 || THREAD_BYTES + bytes <= free;
  return queue.take(
    ({ size }) => (size.isLarge ? canRunLarge : canRunShort) && fits(size),
    (account) => running.filter((job) => job.account === account).length,
  );
}
