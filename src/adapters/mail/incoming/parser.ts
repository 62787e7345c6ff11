import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { type IncomingMail, MAX_MAIL_BYTES, type MailParser } from '../../../domain/mail/incoming-mail.ts';
import { limitCpuTime } from '../../limit-cpu-time.ts';

export interface MailParserOptions {
  /** Largest source. Default `MAX_MAIL_BYTES`. */
  maxBytes?: number;
  /** Limit of CPU time per mail. Default 10 s. */
  limitMs?: number;
  /** Memory of the thread. Default 256 MB. */
  memoryMb?: number;
  /** Idle time before the thread exits and frees its memory. Default 1 minute. */
  idleMs?: number;
}

/** A task that waits for its turn. */
interface Waiting {
  task: MailTask;
  accountId: string;
  settle: PromiseWithResolvers<TaskResult>;
}

/** Work for the thread: to parse a mail, or to return the attachment at a position. */
export interface MailTask {
  source: Uint8Array;
  index?: number;
}

export type TaskResult = IncomingMail | Uint8Array | undefined;

interface State extends Required<MailParserOptions> {
  worker: Worker | undefined;
  waiting: Waiting[];
  isRunning: boolean;
  /** Time that the mails of accounts took since no mail was waiting. */
  usedMs: Map<string, number>;
  idle: NodeJS.Timeout | undefined;
  isClosed: boolean;
}

/**
 * Parses mails in a thread, one at a time, first of the account whose mails took the least time. A mail that exceeds a
 * limit ends the thread if necessary, and the next mail starts another one. Few mails wait, because few mailboxes are
 * read and few attachments are fetched at once.
 */
export function createMailParser(options: MailParserOptions = {}): MailParser {
  const { maxBytes = MAX_MAIL_BYTES, limitMs = 10_000, memoryMb = 256, idleMs = 60_000 } = options;
  const state: State = {
    ...{ maxBytes, limitMs, memoryMb, idleMs },
    ...{ worker: undefined, waiting: [], isRunning: false, usedMs: new Map(), idle: undefined },
    isClosed: false,
  };
  return {
    parse: async (source, accountId = '') =>
      (await enqueue(state, { source }, accountId)) as IncomingMail | undefined,
    async extractAttachment(source, index, accountId = '') {
      const content = (await enqueue(state, { source, index }, accountId)) as Uint8Array | undefined;
      return content && { content };
    },
    async close() {
      state.isClosed = true;
      clearTimeout(state.idle);
      await endThread(state);
    },
  };
}

function enqueue(state: State, task: MailTask, accountId: string): Promise<TaskResult> {
  if (task.source.byteLength > state.maxBytes) return Promise.resolve(undefined);
  const settle = Promise.withResolvers<TaskResult>();
  state.waiting.push({ task, accountId, settle });
  void runWaiting(state);
  return settle.promise;
}

async function runWaiting(state: State): Promise<void> {
  if (state.isRunning) return;
  state.isRunning = true;
  for (let next = takeNext(state); next; next = takeNext(state)) {
    const { task, accountId, settle } = next;
    const begun = performance.now();
    await runTask(state, task).then(settle.resolve, settle.reject);
    state.usedMs.set(accountId, (state.usedMs.get(accountId) ?? 0) + performance.now() - begun);
  }
  state.usedMs.clear();
  state.isRunning = false;
}

/** Takes the first task of the account that has used the least time. */
function takeNext({ waiting, usedMs }: State): Waiting | undefined {
  const times = waiting.map(({ accountId }) => usedMs.get(accountId) ?? 0);
  return waiting.splice(times.indexOf(Math.min(...times)), 1)[0];
}

/** Rejects only if the parser was closed or the thread cannot be started. */
async function runTask(state: State, task: MailTask): Promise<TaskResult> {
  clearTimeout(state.idle);
  const worker = await ensureThread(state);
  worker.ref();
  try {
    return await readInThread(worker, task, state.limitMs);
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
  if (state.isClosed) throw new Error('the parser of mails is closed');
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
async function readInThread(worker: Worker, task: MailTask, limitMs: number): Promise<TaskResult> {
  const usage = await worker.cpuUsage();
  const usedMs = (usage.user + usage.system) / 1000;
  const endLimit = limitCpuTime(worker, usedMs, limitMs, () => void worker.terminate());
  try {
    worker.postMessage(task);
    const { result } = (await receiveMessage(worker)) as { result: TaskResult };
    return result;
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
