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

// An import would name all that is in it, and so load the client behind `fetch` as well: 12 MB that nobody here needs.
const http = process.getBuiltinModule('node:http');

/** What became of one try. */
export interface TryResult {
  isSuccess: boolean;
  /** Of the response; `null` if there was none. */
  status: number | null;
  ms: number;
  /** The beginning of its body. */
  reply: string | null;
  /** `null` if it succeeded. */
  error: string | null;
  /** How long the receiver wishes to be left alone. */
  retryAfterMs: number;
}

/** The way to an endpoint: addresses that were judged, and connections to them. */
export interface Route {
  post(event: EventToPost, signal: AbortSignal): Promise<TryResult>;
  close(): void;
}

interface EventToPost {
  id: string;
  body: string;
  secrets: readonly string[];
  /** Of the try. */
  at: number;
}

/** What differs where it is tried out. */
export interface WebhookOptions {
  /** Authorities to trust in place of the usual ones. */
  ca?: string;
  /** In place of asking DNS. */
  find?: Lookup;
  /** In place of 15 seconds. */
  tryMs?: number;
}

interface RouteOptions extends WebhookOptions {
  isPrivateAllowed: boolean;
  /** At once. */
  connections: number;
}

/** For all of a try, from the question for the name to the status of the response. */
const TRY_MS = 15_000;
const MAX_HEADER_BYTES = 16_384;
/** `103 Early Hints` and the like. */
const MAX_INTERIM_RESPONSES = 10;
/** For the first of several addresses to be connected to. */
const CONNECT_MS = 1_000;

/**
 * Opens nothing yet. The name is asked for once and its addresses are judged once; all connections of this route go to
 * those, whatever the name leads to meanwhile.
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
        // Whoever ended the try wants to hear of it.
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

/** One of our own: the global ones may have been told to go through a proxy. */
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

/** One for all connections: each of its own would read all authorities anew, which costs more than to connect. */
function contextTrusting(ca: string | undefined): SecureContext {
  if (!trusting || trusting.ca !== ca) {
    trusting = { ca, context: createSecureContext(ca === undefined ? {} : { ca }) };
  }
  return trusting.context;
}

/** A receiver may close a connection just when it is used again: that says nothing about the event. */
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
    // Without a response or an error, such as after 101, which nobody has asked for.
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
