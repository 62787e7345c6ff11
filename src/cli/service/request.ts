import { randomUUID } from 'node:crypto';
import { CliError } from '../command.ts';

interface ServiceCall {
  method: string;
  /** Path below `/api/v1`. */
  path: string;
  query?: Record<string, string>;
  body?: object | undefined;
  /** Sent as the body instead of JSON. */
  file?: Uint8Array<ArrayBuffer>;
  accept?: string | undefined;
  signal?: AbortSignal;
}

export interface ServiceProblem {
  status: number;
  /** The code of the problem; other servers send none. */
  code?: string;
  detail?: string;
  errors?: { in?: string; path: string; message: string }[];
}

/** An error response of the service. */
export class ServiceError extends CliError {
  readonly problem: ServiceProblem;
  constructor(problem: ServiceProblem, url: string) {
    super(problem.detail ?? `${url} returned status ${problem.status}: is this the URL of the service?`);
    this.problem = problem;
  }
}

/** There is no response. */
export class UnreachableError extends CliError {}

/** A service that a command works with. */
export interface Service {
  url: string;
  request(call: ServiceCall): Promise<Response>;
  /** Requests JSON and returns it parsed; `undefined` for an empty response. */
  call<T = unknown>(method: string, path: string, body?: object, query?: Record<string, string>): Promise<T>;
}

export function createService(url: string, getKey: () => Promise<string>): Service {
  const request = async (call: ServiceCall) => requestService(url, await getKey(), call);
  return {
    url,
    request,
    async call<T>(method: string, path: string, body?: object, query?: Record<string, string>) {
      const response = await request({ method, path, body, ...(query && { query }) });
      const text = await response.text();
      return (text === '' ? undefined : JSON.parse(text)) as T;
    },
  };
}

async function requestService(
  url: string,
  key: string,
  { method, path, query, body, file, accept, signal }: ServiceCall,
): Promise<Response> {
  const headers = {
    Authorization: `Bearer ${key}`,
    ...(body && { 'Content-Type': 'application/json' }),
    ...((body || file) && { 'Idempotency-Key': randomUUID() }),
    ...(accept !== undefined && { Accept: accept }),
  };
  const search = query && Object.keys(query).length > 0 ? `?${new URLSearchParams(query)}` : '';
  const reply = await fetch(`${url}/api/v1${path}${search}`, {
    // A redirect would lose the body.
    ...{ method, headers, signal: signal ?? null, redirect: 'manual' as const },
    ...(body && { body: JSON.stringify(body) }),
    ...(file && { body: file }),
  }).catch(() => {
    signal?.throwIfAborted();
    throw new UnreachableError(
      `the service does not respond at ${url}: start it (proffer serve), or name another with --url`,
    );
  });
  if (reply.ok && isExpected(reply, accept)) return reply;
  const problem = (await reply.json().catch(() => ({}))) as Partial<ServiceProblem>;
  throw new ServiceError({ ...(reply.ok ? {} : problem), status: reply.status }, url);
}

/** Whether the response is one of the API: other servers may return a page for any path. */
function isExpected({ status, headers }: Response, accept = 'application/json'): boolean {
  return status === 204 || (headers.get('Content-Type') ?? '').startsWith(accept);
}
