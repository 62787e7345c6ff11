import type { AgentOptions, Agent as ClearAgent, IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { isIP } from 'node:net';
import { createSecureContext, type SecureContext } from 'node:tls';
import { failureText } from './failure-text.ts';
import { readBeginning } from './read-beginning.ts';
import { judgedAddresses, type Lookup, NotReachable } from './resolve-host.ts';
import { signatureOf } from './sign.ts';
import { hostOf, targetFlaw } from './target-flaw.ts';
import { readRetryAfter } from './try-delay.ts';

// An import statement would evaluate every export, among them the client behind `fetch`, which takes 12 MB.
const http = process.getBuiltinModule('node:http');

/** The result of one attempt. */
export interface TryResult {
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
  post(event: EventToPost, signal: AbortSignal): Promise<TryResult>;
  close(): void;
}

interface EventToPost {
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
  tryMs?: number;
}

interface RouteOptions extends WebhookOptions {
  isPrivateAllowed: boolean;
  /** Maximum number of concurrent connections. */
  connections: number;
}

/** Limits a whole attempt, from the DNS lookup to the status of the response. */
const TRY_MS = 15_000;
const MAX_HEADER_BYTES = 16_384;
/** Limits responses such as `103 Early Hints`. */
const MAX_INTERIM_RESPONSES = 10;
/** Time to connect to an address before the next one is tried. */
const CONNECT_MS = 1_000;

/**
 * Opens no connection yet. The name is resolved once and its addresses are checked once; all connections of this route
 * go to these addresses, even if the name resolves to others later (DNS rebinding).
 */
export function routeTo(target: string, options: RouteOptions): Route {
  const { tryMs = TRY_MS } = options;
  const flaw = targetFlaw(target, options.isPrivateAllowed);
  const url = new URL(target);
  let addresses: string[] | undefined;
  const agent = agentFor(url, options, () => addresses ?? []);
  let judging: Promise<string[]> | undefined;

  async function send(event: EventToPost, signal: AbortSignal): Promise<Omit<TryResult, 'ms'>> {
    if (flaw !== undefined) throw new NotReachable(`The URL ${flaw}.`);
    judging ??= judgedAddresses(hostOf(url), options);
    addresses ??= await orAborted(judging, signal);
    const response = await exchangeAnew(url, event, { agent, signal });
    const status = response.statusCode ?? 0;
    const isSuccess = status >= 200 && status < 300;
    const retryAfterMs = isSuccess ? 0 : readRetryAfter(response.headers['retry-after'], event.at);
    const reply = await readBeginning(response);
    return { isSuccess, status, reply, error: isSuccess ? null : statusText(status), retryAfterMs };
  }

  return {
    async post(event, signal) {
      const begun = performance.now();
      const elapsed = () => Math.round(performance.now() - begun);
      const limit = new AbortController();
      const end = () => limit.abort();
      const timer = setTimeout(end, tryMs);
      signal.addEventListener('abort', end);
      try {
        return { ...(await send(event, limit.signal)), ms: elapsed() };
      } catch (error) {
        // An abort by the caller is thrown, not reported as a failed attempt.
        signal.throwIfAborted();
        const text = limit.signal.aborted
          ? `No response within ${tryMs / 1000} seconds.`
          : failureText(error);
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
function agentFor(url: URL, { connections, ca }: RouteOptions, judged: () => string[]): ClearAgent {
  const options: AgentOptions = {
    keepAlive: true,
    maxSockets: connections,
    lookup: (_host, _options, found) =>
      found(
        null,
        judged().map((address) => ({ address, family: isIP(address) })),
      ),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: CONNECT_MS,
  };
  return url.protocol === 'http:'
    ? new http.Agent(options)
    : new Agent({ ...options, secureContext: contextTrusting(ca) });
}

let trusting: { ca: string | undefined; context: SecureContext } | undefined;

/**
 * Shares one context among all connections: a new one reads all certificate authorities, which costs more than
 * connecting.
 */
function contextTrusting(ca: string | undefined): SecureContext {
  if (!trusting || trusting.ca !== ca) {
    trusting = { ca, context: createSecureContext(ca === undefined ? {} : { ca }) };
  }
  return trusting.context;
}

/** Retries on a new connection if the receiver closed an idle one as it was reused, which is not a failed attempt. */
async function exchangeAnew(url: URL, event: EventToPost, by: Means): Promise<IncomingMessage> {
  for (;;) {
    try {
      return await exchange(url, event, by);
    } catch (error) {
      if (!(error instanceof StaleConnection)) throw error;
    }
  }
}

class StaleConnection extends Error {}

interface Means {
  agent: ClearAgent;
  signal: AbortSignal;
}

function exchange(
  url: URL,
  { id, body, secrets, at }: EventToPost,
  { agent, signal }: Means,
): Promise<IncomingMessage> {
  const timestamp = Math.floor(at / 1000);
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    'User-Agent': 'Proffer-Webhooks',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatureOf(secrets, { id, timestamp, body }),
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
      if (!hasResponse) reject(new NotReachable('The connection was closed without a response.'));
    });
    outgoing.on('information', () => {
      if (++interim > MAX_INTERIM_RESPONSES)
        outgoing.destroy(new NotReachable('Too many interim responses (1xx).'));
    });
    outgoing.end(body);
  });
}

function statusText(status: number): string {
  if (status >= 300 && status < 400) return `Redirects are not followed: the response was ${status}.`;
  return `The response was ${status}; only 2xx counts as received.`;
}

async function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  return Promise.race([
    promise,
    new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    }),
  ]);
}
