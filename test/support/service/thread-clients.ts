import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Json } from './client.ts';

interface ThreadReply {
  status: number;
  headers: Record<string, string>;
  body: Json;
}

/** A client with one connection, which belongs to one thread of the service. */
export interface ThreadClient {
  /** Name of the thread in request ids. */
  thread: string;
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<ThreadReply>;
  close(): void;
}

const TRIES = 200;

/**
 * Returns clients of two threads alternately: the system chooses the thread of a connection, so this retries until it
 * has all.
 */
export async function clientsOfTwoThreads(url: string, key: string, count: number): Promise<ThreadClient[]> {
  const clients = new Map<string, ThreadClient[]>();
  for (let tries = 0; tries < TRIES; tries++) {
    const client = await openClient(url, key);
    const same = clients.get(client.thread) ?? [];
    clients.set(client.thread, same);
    if (same.length < count / 2) same.push(client);
    else client.close();
    const [one = [], other = []] = clients.values();
    if (one.length + other.length === count)
      return one.flatMap((each, index) => [each, other[index] ?? each]);
  }
  throw new Error(`${clients.size} threads answer`);
}

export async function openClient(url: string, key: string): Promise<ThreadClient> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask: ThreadClient['ask'] = async (method, path, body, headers = {}) => {
    const sent = request(`${url}${path}`, {
      method,
      agent,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...headers },
    });
    sent.end(body === undefined ? undefined : JSON.stringify(body));
    const [reply] = await once(sent, 'response');
    const answer = await text(reply);
    const isJson = /json/.test(reply.headers['content-type'] ?? '');
    return { status: reply.statusCode, headers: reply.headers, body: isJson ? JSON.parse(answer) : answer };
  };
  const { headers } = await ask('GET', '/healthz');
  const thread = headers['x-request-id']?.replace(/-\w+$/, '') ?? '';
  return { thread, ask, close: () => agent.destroy() };
}
