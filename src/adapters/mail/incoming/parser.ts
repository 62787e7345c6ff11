import { type IncomingMail, MAX_MAIL_BYTES, type MailParser } from '../../../domain/mail/incoming-mail.ts';
import { createParserThread, type ParserThread, type ParserThreadOptions } from '../../parser-thread.ts';

export interface MailParserOptions extends ParserThreadOptions {
  /** Largest source. Default `MAX_MAIL_BYTES`. */
  maxBytes?: number;
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

type TaskResult = IncomingMail | Uint8Array | undefined;

/** A mail that cannot be read has no result. */
export interface TaskReply {
  result: TaskResult;
}

interface State {
  maxBytes: number;
  thread: ParserThread<MailTask, TaskReply>;
  waiting: Waiting[];
  isRunning: boolean;
  /** Time that the mails of accounts took since no mail was waiting. */
  usedMs: Map<string, number>;
}

/**
 * Parses mails in a thread, one at a time, first of the account whose mails took the least time. Few mails wait, because
 * few mailboxes are read and few attachments are fetched at once.
 */
export function createMailParser(options: MailParserOptions = {}): MailParser {
  const thread = createParserThread<MailTask, TaskReply>(new URL('./worker.ts', import.meta.url), options);
  const { maxBytes = MAX_MAIL_BYTES } = options;
  const state: State = { maxBytes, thread, waiting: [], isRunning: false, usedMs: new Map() };
  return {
    parse: async (source, accountId = '') =>
      (await enqueue(state, { source }, accountId)) as IncomingMail | undefined,
    async extractAttachment(source, index, accountId = '') {
      const content = (await enqueue(state, { source, index }, accountId)) as Uint8Array | undefined;
      return content && { content };
    },
    close: thread.close,
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
    await state.thread.run(task).then((reply) => settle.resolve(reply?.result), settle.reject);
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
