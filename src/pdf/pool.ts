import { availableParallelism } from 'node:os';
import { performance } from 'node:perf_hooks';
import type { Worker } from 'node:worker_threads';
import type { DocumentRenderer, DocumentSource, RenderedDocument } from '../domain/document.ts';
import { watchLoop } from './loop-load.ts';
import { RenderError } from './render-error.ts';
import type { RenderTask, WorkerAnswer } from './serve-documents.ts';
import { limitTime } from './time-limit.ts';

export interface PoolOptions {
  /** How many documents are set at the same time. Default: one per processor, at most 4. */
  workers?: number;
  /** How many more may wait. Default 100. */
  queueLimit?: number;
  /** Of the processor's time, for one document. Default 30 s. */
  timeoutMs?: number;
  /** How busy requests keep the event loop, from 0 to 1. Default: that of this thread. */
  loopLoad?: () => number;
  /** A thread whose typesetter holds more than this is replaced between documents. Default 128 MiB. */
  recycleBytes?: number;
}

interface Job {
  source: DocumentSource;
  pictures: boolean;
  large: boolean;
  resolve: (document: RenderedDocument) => void;
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
}

/** Documents of more items than this never take all slots, so that a short one need not wait for them. */
const LARGE_ITEMS = 100;
/** While requests keep the event loop as busy as this, a processor is left to them: both go faster than in turns. */
const BUSY_LOOP = 0.1;

/**
 * Hands documents to threads that answer with `WorkerAnswer`s, the first one when they are ready. Threads start with
 * the first document, or with `warmUp`.
 */
export function createPool(
  newThread: () => Promise<Worker>,
  options: PoolOptions,
): DocumentRenderer & { warmUp(): Promise<void> } {
  const count = Math.max(1, options.workers ?? Math.min(4, availableParallelism()));
  const {
    loopLoad = watchLoop(performance),
    queueLimit = 100,
    timeoutMs = 30_000,
    recycleBytes = 128 * 1024 * 1024,
  } = options;
  const slots: Slot[] = Array.from({ length: count }, () => ({
    worker: undefined,
    starting: undefined,
    successor: undefined,
    job: undefined,
    endLimit: () => {},
  }));
  const queue: Job[] = [];
  const spared = Math.max(1, Math.min(count, availableParallelism() - 1));
  let closed = false;

  function render(source: DocumentSource): Promise<RenderedDocument> {
    if (closed) return Promise.reject(new RenderError('busy', 'the renderer is closed'));
    if (queue.length >= queueLimit) return Promise.reject(new RenderError('busy', 'too many documents wait'));
    const large = itemsOf(source) > LARGE_ITEMS;
    return new Promise((resolve, reject) => {
      queue.push({ source, pictures: true, large, resolve, reject });
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
    const running = slots.filter((slot) => slot.job);
    const large = running.filter((slot) => slot.job?.large).length;
    const most = loopLoad() > BUSY_LOOP ? spared : count;
    const mayBeShort = running.length - large < most;
    const mayBeLarge = running.length < most && (count === 1 || large < count - 1);
    const index = queue.findIndex((job) => (job.large ? mayBeLarge : mayBeShort));
    return index < 0 ? undefined : queue.splice(index, 1)[0];
  }

  async function begin(slot: Slot, job: Job): Promise<void> {
    let worker: Worker;
    try {
      worker = await ensureWorker(slot);
    } catch (error) {
      finish(slot, job, () => job.reject(new RenderError('failed', `no typesetter: ${String(error)}`)));
      return;
    }
    if (slot.job !== job) return;
    worker.ref();
    slot.endLimit = limitTime(worker, timeoutMs, () => {
      retire(slot);
      finish(slot, job, () => job.reject(new RenderError('timeout', `not done after ${timeoutMs} ms`)));
    });
    worker.postMessage({ source: job.source, pictures: job.pictures } satisfies RenderTask);
  }

  async function ensureWorker(slot: Slot): Promise<Worker> {
    if (slot.worker) return slot.worker;
    slot.starting ??= startWorker(slot).finally(() => {
      slot.starting = undefined;
    });
    slot.worker = await slot.starting;
    if (closed) retire(slot);
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
      finish(slot, job, () => job.resolve(answer.document));
      return;
    }
    if (answer.broken) retire(slot);
    giveUp(slot, job, answer.message);
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
    if (slot.job) giveUp(slot, slot.job, reason);
  }

  /** What broke the typesetter may have been a picture: once more without them, then no more. */
  function giveUp(slot: Slot, job: Job, reason: string): void {
    if (job.pictures && hasPictures(job.source)) {
      job.pictures = false;
      queue.unshift(job);
      finish(slot, job, () => {});
      return;
    }
    finish(slot, job, () => job.reject(new RenderError('failed', reason)));
  }

  function finish(slot: Slot, job: Job, settle: () => void): void {
    if (slot.job !== job) return;
    slot.endLimit();
    slot.job = undefined;
    slot.worker?.unref();
    takeOver(slot);
    settle();
    dispatch();
  }

  function retire(slot: Slot): void {
    const { worker } = slot;
    slot.worker = undefined;
    void worker?.terminate();
  }

  async function warmUp(): Promise<void> {
    await Promise.all(
      slots.map(async (slot) => {
        await ensureWorker(slot);
      }),
    );
  }

  async function close(): Promise<void> {
    closed = true;
    for (const job of queue.splice(0)) job.reject(new RenderError('failed', 'the renderer was closed'));
    await Promise.all(
      slots.map((slot) => {
        const { worker, successor, job } = slot;
        slot.worker = undefined;
        slot.successor = undefined;
        if (successor && successor !== 'starting') void successor.terminate();
        if (job) finish(slot, job, () => job.reject(new RenderError('failed', 'the renderer was closed')));
        return worker?.terminate();
      }),
    );
  }

  return { render, warmUp, close };
}

function itemsOf(source: DocumentSource): number {
  return source.kind === 'quote' ? source.quote.items.length : source.invoice.items.length;
}

function hasPictures(source: DocumentSource): boolean {
  return source.account.logo !== null || (source.kind === 'quote' && source.acceptance?.signature != null);
}
