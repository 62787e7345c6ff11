import { createInterface } from 'node:readline';
import { type Input, UsageError } from '../command.ts';
import { readRemoteService } from '../service/remote-service.ts';
import { toPrintable } from '../terminal/output.ts';
import { createForwarder, type Message } from './forward.ts';

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
const SERVER_ERROR = -32000;

/** Connects a program that speaks the Model Context Protocol on stdin and stdout to a service, until stdin closes. */
export async function run(input: Input): Promise<void> {
  const service = readRemoteService(input);
  if (!service) {
    throw new UsageError('name the service with --url or PROFFER_URL, such as https://quotes.example.com');
  }
  const forward = createForwarder(service.url, service.key);
  // The program has gone, and nobody reads what is left.
  process.stdout.on('error', () => process.exit());
  const running = new Set<Promise<void>>();
  for await (const line of createInterface({ input: process.stdin })) {
    if (line.trim() === '') continue;
    const work = answer(line, forward).finally(() => running.delete(work));
    running.add(work);
  }
  await Promise.all(running);
}

/** Forwards one message and prints the response. An error is printed for the program and, on stderr, for people. */
async function answer(line: string, forward: (message: Message) => Promise<Message[]>): Promise<void> {
  let message: Message;
  try {
    message = JSON.parse(line) as Message;
  } catch {
    return print(createError(null, PARSE_ERROR, 'not valid JSON'));
  }
  if (message === null || typeof message !== 'object' || Array.isArray(message)) {
    return print(createError(null, INVALID_REQUEST, 'not a message: send one JSON object per line'));
  }
  try {
    for (const reply of await forward(message)) print(reply);
  } catch (error) {
    const detail = toPrintable((error as Error).message);
    process.stderr.write(`proffer: ${detail}\n`);
    if (message.id === undefined) return;
    print(createError(message.id, SERVER_ERROR, detail));
  }
}

function createError(id: Exclude<Message['id'], undefined>, code: number, message: string): Message {
  return { jsonrpc: '2.0', id, error: { code, message } };
}

function print(message: Message): void {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}
