import { deserializeError, type SerializedError, serializeError } from './serialized-error.ts';

/** A `Worker`, or the `parentPort` of one. */
interface Port {
  postMessage(messages: Message[]): void;
  on(event: 'message', listener: (messages: Message[]) => void): unknown;
}

/** Functions that can be called from another thread. Arguments and results are copied. */
// biome-ignore lint/suspicious/noExplicitAny: the functions have different parameters
type Callable<Functions> = { [Name in keyof Functions]: (...args: any[]) => Promise<unknown> };

type Message =
  | { call: number; name: string; args: unknown[] }
  | { done: number; value: unknown }
  | { failed: number; error: SerializedError };

interface Waiting {
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

export interface Connection<Theirs> {
  /** Proxies of the other thread's functions. */
  remote: Theirs;
  /** Rejects all pending and future calls, because the other thread has ended. */
  end(): void;
}

/**
 * Lets two threads call each other. Calls of one turn of the event loop, and results of the same moment, are posted as
 * one message: under load, posting costs as much as the content.
 */
export function connect<Theirs extends Callable<Theirs>>(
  port: Port,
  ours: object,
  theirs: readonly (keyof Theirs & string)[],
): Connection<Theirs> {
  const functions = new Map(Object.entries(ours));
  const waiting = new Map<number, Waiting>();
  let calls = 0;
  let outgoing: Message[] = [];
  let isEnded = false;

  function flush(): void {
    const messages = outgoing;
    outgoing = [];
    if (!isEnded) port.postMessage(messages);
  }

  function post(message: Message, schedule: (flush: () => void) => void): void {
    if (outgoing.push(message) === 1) schedule(flush);
  }

  async function handleCall(call: number, name: string, args: unknown[]): Promise<void> {
    try {
      const handler = functions.get(name);
      if (!handler) throw new Error(`there is no function ${name} in this thread`);
      post({ done: call, value: await handler(...args) }, queueMicrotask);
    } catch (error) {
      post({ failed: call, error: serializeError(error) }, queueMicrotask);
    }
  }

  function takeCaller(call: number): Waiting | undefined {
    const caller = waiting.get(call);
    waiting.delete(call);
    return caller;
  }

  port.on('message', (messages) => {
    for (const message of messages) {
      if ('call' in message) handleCall(message.call, message.name, message.args);
      else if ('done' in message) takeCaller(message.done)?.resolve(message.value);
      else takeCaller(message.failed)?.reject(deserializeError(message.error));
    }
  });

  function callRemote(name: string, args: unknown[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (isEnded) return reject(createEndedError());
      const call = ++calls;
      waiting.set(call, { resolve, reject });
      post({ call, name, args }, setImmediate);
    });
  }

  const remote = {} as Theirs;
  for (const name of theirs) {
    remote[name] = ((...args: unknown[]) => callRemote(name, args)) as Theirs[typeof name];
  }
  return {
    remote,
    end() {
      isEnded = true;
      for (const { reject } of waiting.values()) reject(createEndedError());
      waiting.clear();
    },
  };
}

function createEndedError(): Error {
  return new Error('the other thread has ended');
}
