import type { Contract } from './contract.ts';
import { type Answer, exchange } from './exchange.ts';

// biome-ignore lint/suspicious/noExplicitAny: what came is what the tests are about
export type Json = any;

export interface Reply extends Answer {
  /** The parsed text if it is JSON. */
  body: Json;
}

export interface RequestOptions {
  headers?: Record<string, string>;
  /** Sent unchanged instead of JSON. */
  raw?: string | Uint8Array<ArrayBuffer>;
}

export interface Client {
  get(path: string, options?: RequestOptions): Promise<Reply>;
  post(path: string, body?: unknown, options?: RequestOptions): Promise<Reply>;
  put(path: string, body?: unknown, options?: RequestOptions): Promise<Reply>;
  patch(path: string, body?: unknown, options?: RequestOptions): Promise<Reply>;
  delete(path: string, options?: RequestOptions): Promise<Reply>;
  request(method: string, path: string, body?: unknown, options?: RequestOptions): Promise<Reply>;
}

/** Creates a client with paths relative to the base URL of the API. Every response is checked against the contract. */
export function createClient(target: { url: string; key?: string; contract?: Contract }): Client {
  const request: Client['request'] = async (method, path, body, { headers = {}, raw } = {}) => {
    const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const answer = await exchange(`${target.url}/api/v1${path}`, {
      method,
      ...(sent !== undefined && { body: sent }),
      headers: {
        ...(target.key !== undefined && { Authorization: `Bearer ${target.key}` }),
        ...(sent !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
    });
    const { headers: received, text } = answer;
    const isJson = /^application\/(problem\+)?json/.test(received.get('Content-Type') ?? '');
    const reply: Reply = { ...answer, body: isJson && text !== '' ? JSON.parse(text) : undefined };
    target.contract?.check(method, path, reply);
    return reply;
  };
  return {
    request,
    get: (path, options) => request('GET', path, undefined, options),
    post: (path, body, options) => request('POST', path, body, options),
    put: (path, body, options) => request('PUT', path, body, options),
    patch: (path, body, options) => request('PATCH', path, body, options),
    delete: (path, options) => request('DELETE', path, undefined, options),
  };
}
