import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { connectTo } from './connect-options.ts';
import { rejectOnAbort } from './reject-on-abort.ts';
import { type Lookup, resolveAllowedAddresses, UnreachableError } from './resolve-host.ts';
import { findTargetError, getHost } from './target-error.ts';

/** Overrides for tests. */
export interface DocumentOptions {
  /** Certificate authorities that replace the default ones. */
  ca?: string | undefined;
  /** Replaces the DNS lookup. */
  find?: Lookup | undefined;
  /** Addresses of local servers that may be private. */
  privateHosts?: readonly string[] | undefined;
  timeoutMs?: number | undefined;
}

const MAX_BYTES = 10_000;
const TIMEOUT_MS = 5_000;
const MAX_HEADER_BYTES = 16_384;

/**
 * Fetches a JSON document from a URL that a stranger has named, by the rules for webhook addresses: https, public
 * addresses only, and the checked addresses are the ones that are connected to. Follows no redirect, and reads 10 KB in
 * 5 seconds at most. Rejects with an `UnreachableError` in all other cases.
 */
export async function fetchDocument(target: string, options: DocumentOptions = {}): Promise<unknown> {
  const error = findTargetError(target, false);
  if (error !== undefined) throw new UnreachableError(`The URL ${error}.`);
  const url = new URL(target);
  const signal = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS);
  try {
    const { find, privateHosts = [] } = options;
    const resolving = resolveAllowedAddresses(getHost(url), { find, privateHosts });
    const addresses = await rejectOnAbort(resolving, signal);
    // An agent of its own: the global one may go through a proxy.
    const agent = new Agent({ ...connectTo(() => addresses), ...(options.ca && { ca: options.ca }) });
    const response = await get(url, agent, signal);
    const type = String(response.headers['content-type'] ?? '').split(';')[0] ?? '';
    if (response.statusCode !== 200 || !/^application\/([\w.-]+\+)?json$/i.test(type.trim())) {
      response.destroy();
      throw new UnreachableError(`The response was ${response.statusCode} with the type "${type}".`);
    }
    return JSON.parse(await readBounded(response));
  } catch (error) {
    if (error instanceof UnreachableError) throw error;
    throw new UnreachableError('The document could not be fetched.', { cause: error });
  }
}

function get(url: URL, agent: Agent, signal: AbortSignal): Promise<IncomingMessage> {
  const headers = { Accept: 'application/json', 'User-Agent': 'Proffer', Connection: 'close' };
  // NODE_TLS_REJECT_UNAUTHORIZED must not switch this off.
  const options = { agent, signal, headers, maxHeaderSize: MAX_HEADER_BYTES, rejectUnauthorized: true };
  return new Promise((resolve, reject) => {
    const outgoing = request(url, options, resolve);
    outgoing.on('error', reject);
    // Closed without a response or an error, such as after an unexpected 101.
    outgoing.on('close', () => reject(new UnreachableError('The connection was closed without a response.')));
    outgoing.end();
  });
}

async function readBounded(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > MAX_BYTES) throw new UnreachableError('The document is too large.');
    parts.push(part);
  }
  return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts));
}
