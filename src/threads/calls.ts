import { type PackedError, packError, unpackError } from './packed-error.ts';

/** A `Worker`, or the `parentPort` of one. */
interface Port {
  postMessage(messages: Message[]): void;
  on(event: 'message', listener: (messages: Message[]) => void): unknown;
}

/** Functions that can be called from another thread: what goes in and comes out is copied. */
// biome-ignore lint/suspicious/noExplicitAny: each function takes what it takes.
export type Callable<Functions> = { [Name in keyof Functions]: (...args: any[]) => Promise<unknown> };

/** The functions of the other thread, as if they were here. */
export type Remote<Functions> = Functions;

type Message =
  | { call: number; name: string; args: unknown[] }
  | { done: number; value: unknown }
  | { failed: number; error: PackedError };

interface Waiting {
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/**
 * Lets two threads call each other. What one of them asks for in a turn of its event loop, and what is answered at the
 * same moment, goes over in one piece: at load, each piece costs as much as what is in it.
 */
export function connect<Theirs extends Callable<Theirs>>(port: Port, ours: object): Remote<Theirs> {
  const functions = ours as Record<string, (...args: unknown[]) => Promise<unknown>>;
  const waiting = new Map<number, Waiting>();
  let calls = 0;
  let pieces: Message[] = [];

  function flush(): void {
    const messages = pieces;
    pieces = [];
    port.postMessage(messages);
  }

  function post(message: Message, soon: (flush: () => void) => void): void {
    if (pieces.push(message) === 1) soon(flush);
  }

  async function answer(call: number, name: string, args: unknown[]): Promise<void> {
    try {
      const value = await functions[name]?.(...args);
      post({ done: call, value }, queueMicrotask);
    } catch (error) {
      post({ failed: call, error: packError(error) }, queueMicrotask);
    }
  }

  port.on('message', (messages: Message[]) => {
    for (const message of messages) {
      if ('call' in message) {
        answer(message.call, message.name, message.args);
      } else if ('done' in message) {
        waiting.get(message.done)?.resolve(message.value);
        waiting.delete(message.done);
      } else {
        waiting.get(message.failed)?.reject(unpackError(message.error));
        waiting.delete(message.failed);
      }
    }
  });

  return new Proxy({} as Remote<Theirs>, {
    get:
      (_, name: string) =>
      (...args: unknown[]) =>
        new Promise((resolve, reject) => {
          const call = ++calls;
          waiting.set(call, { resolve, reject });
          post({ call, name, args }, setImmediate);
        }),
  });
}
