import type { AgentOptions, Agent as ClearAgent, IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { createSecureContext, type SecureContext } from 'node:tls';
import { connectTo } from '../net/connect-options.ts';
import { rejectOnAbort } from '../net/reject-on-abort.ts';
import { type Lookup, resolveAllowedAddresses, UnreachableError } from '../net/resolve-host.ts';
import { findTargetError, getHost } from '../net/target-error.ts';
import { describeFailure } from './describe-failure.ts';
import { readExcerpt } from './read-excerpt.ts';
import { parseRetryAfter } from './retry-delay.ts';
import { computeSignature } from './sign.ts';

// An import statement would evaluate every export, among them the client behind `fetch`, which takes 12 MB.
const http = process.getBuiltinModule('node:http');

export interface AttemptResult {
  isSuccess: boolean;
  /** HTTP status; `null` without a response. */
  status: number | null;
  ms: number;
  /** The beginning of the response body. */
  reply: string | null;
  /** `null` on success. */
  error: string | null;
  /** The delay that the receiver requested with `Retry-After`; 0 without one. */
  retryAfterMs: number;
}

/** A connection pool for one endpoint, limited to addresses that were checked. */
export interface Route {
  post(event: OutgoingEvent, signal: AbortSignal): Promise<AttemptResult>;
  close(): void;
}

interface OutgoingEvent {
  id: string;
  body: string;
  secrets: readonly string[];
  /** Time of the attempt. */
  at: number;
}

/** Overrides for tests. */
export interface WebhookOptions {
  /** Certificate authorities that replace the default ones. */
  ca?: string;
  /** Replaces the DNS lookup. */
  find?: Lookup;
  /** Replaces the limit of 15 seconds. */
  attemptTimeoutMs?: number;
}

interface RouteOptions extends WebhookOptions {
  isPrivateAllowed: boolean;
  /** Maximum number of concurrent connections. */
  connections: number;
}

/** Limits a whole attempt, from the DNS lookup to the status of the response. */
const ATTEMPT_TIMEOUT_MS = 15_000;
const MAX_HEADER_BYTES = 16_384;
/** Limits responses such as `103 Early Hints`. */
const MAX_INTERIM_RESPONSES = 10;

/**
 * Opens no connection yet. The name is resolved once and its addresses are checked once; all connections of this route
 * go to these addresses, even if the name resolves to others later (DNS rebinding).
 */
export function createRoute(target: string, options: RouteOptions): Route {
  const { attemptTimeoutMs = ATTEMPT_TIMEOUT_MS } = options;
  const targetError = findTargetError(target, options.isPrivateAllowed);
  const url = new URL(target);
  let addresses: string[] | undefined;
  const agent = createAgent(url, options, () => addresses ?? []);
  let resolving: Promise<string[]> | undefined;

  async function send(event: OutgoingEvent, signal: AbortSignal): Promise<Omit<AttemptResult, 'ms'>> {
    if (targetError !== undefined) throw new UnreachableError(`The URL ${targetError}.`);
    resolving ??= resolveAllowedAddresses(getHost(url), options);
    addresses ??= await rejectOnAbort(resolving, signal);
    const response = await exchangeWithRetry(url, event, { agent, signal });
    const status = response.statusCode ?? 0;
    const isSuccess = status >= 200 && status < 300;
    const retryAfterMs = isSuccess ? 0 : parseRetryAfter(response.headers['retry-after'], event.at);
    const reply = await readExcerpt(response);
    return { isSuccess, status, reply, error: isSuccess ? null : describeStatus(status), retryAfterMs };
  }

  return {
    async post(event, signal) {
      const begun = performance.now();
      const elapsed = () => Math.round(performance.now() - begun);
      const limit = new AbortController();
      const end = () => limit.abort();
      const timer = setTimeout(end, attemptTimeoutMs);
      signal.addEventListener('abort', end);
      try {
        return { ...(await send(event, limit.signal)), ms: elapsed() };
      } catch (error) {
        // An abort by the caller is thrown, not reported as a failed attempt.
        signal.throwIfAborted();
        const text = limit.signal.aborted
          ? `No response within ${attemptTimeoutMs / 1000} seconds.`
          : describeFailure(error);
        return { isSuccess: false, status: null, ms: elapsed(), reply: null, error: text, retryAfterMs: 0 };
      } finally {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
      }
    },
    close: () => agent.destroy(),
  };
}

/** Does not use the global agents, because they may go through a proxy. */
function createAgent(url: URL, { connections, ca }: RouteOptions, getAddresses: () => string[]): ClearAgent {
  const options: AgentOptions = {
    keepAlive: true,
    maxSockets: connections,
    ...connectTo(getAddresses),
  };
  return url.protocol === 'http:'
    ? new http.Agent(options)
    : new Agent({ ...options, secureContext: getSecureContext(ca) });
}

let cachedContext: { ca: string | undefined; context: SecureContext } | undefined;

/**
 * Shares one context among all connections: a new one reads all certificate authorities, which costs more than
 * connecting.
 */
function getSecureContext(ca: string | undefined): SecureContext {
  if (!cachedContext || cachedContext.ca !== ca) {
    cachedContext = { ca, context: createSecureContext(ca === undefined ? {} : { ca }) };
  }
  return cachedContext.context;
}

/** Retries on a new connection if the receiver closed an idle one as it was reused, which is not a failed attempt. */
async function exchangeWithRetry(url: URL, event: OutgoingEvent, by: Transport): Promise<IncomingMessage> {
  for (;;) {
    try {
      return await exchange(url, event, by);
    } catch (error) {
      if (!(error instanceof StaleConnection)) throw error;
    }
  }
}

class StaleConnection extends Error {}

interface Transport {
  agent: ClearAgent;
  signal: AbortSignal;
}

function exchange(
  url: URL,
  { id, body, secrets, at }: OutgoingEvent,
  { agent, signal }: Transport,
): Promise<IncomingMessage> {
  const timestamp = Math.floor(at / 1000);
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    'User-Agent': 'Proffer-Webhooks',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': computeSignature(secrets, { id, timestamp, body }),
  };
  const options = { method: 'POST', agent, signal, headers, maxHeaderSize: MAX_HEADER_BYTES };
  return new Promise((resolve, reject) => {
    let [hasResponse, interim] = [false, 0];
    const outgoing = (url.protocol === 'http:' ? http.request : request)(url, options, (response) => {
      hasResponse = true;
      resolve(response);
    });
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      const isStale = outgoing.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
      reject(isStale ? new StaleConnection() : error);
    });
    // Closed without a response or an error, such as after an unexpected 101.
    outgoing.on('close', () => {
      if (!hasResponse) reject(new UnreachableError('The connection was closed without a response.'));
    });
    outgoing.on('information', () => {
      if (++interim > MAX_INTERIM_RESPONSES)
        outgoing.destroy(new UnreachableError('Too many interim responses (1xx).'));
    });
    outgoing.end(body);
  });
}

function describeStatus(status: number): string {
  if (status >= 300 && status < 400) return `Redirects are not followed: the response was ${status}.`;
  return `The response was ${status}; only 2xx counts as received.`;
}
