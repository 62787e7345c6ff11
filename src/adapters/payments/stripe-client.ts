import { Agent } from 'node:https';
import type Stripe from 'stripe';
import { ProviderError, type ProviderKeys } from '../../domain/invoice/payment/provider.ts';
import { DEFAULT_TIMEOUT_MS, describeFailure, type ProviderOptions, withDeadline } from './provider-call.ts';

/** The version whose objects this adapter reads. Accounts may be set to another. */
const API_VERSION = '2026-10-28.endive';

/** Runs requests with one account's key. Errors become `ProviderError`. */
export type StripeCall = <T>(keys: ProviderKeys, work: (stripe: Stripe) => Promise<T>) => Promise<T>;

/** The package is loaded at first use: most services never take a payment, and it costs start time and memory. */
export function createStripeCall({ apiUrl, caCertificates, timeoutMs }: ProviderOptions): StripeCall {
  const maxMs = timeoutMs ?? DEFAULT_TIMEOUT_MS;
  let agent: Agent | undefined;
  return async (keys, work) => {
    expectSecretKey(keys);
    const { default: Client } = await import('stripe');
    agent ??= new Agent({ keepAlive: true, ca: caCertificates });
    const stripe = new Client(keys.secretKey, {
      apiVersion: API_VERSION,
      httpClient: rejectFailures(Client.createNodeHttpClient(agent)),
      timeout: maxMs,
      // A repeated request carries the same idempotency key; the deadline below covers all attempts.
      maxNetworkRetries: 1,
      telemetry: false,
      ...(apiUrl !== null && splitUrl(apiUrl)),
    });
    const failed = (error: unknown) => {
      throw error instanceof ProviderError ? error : describeStripeError(error);
    };
    return withDeadline('Stripe', maxMs, work(stripe).catch(failed));
  };
}

export function isLiveStripeKey({ secretKey }: ProviderKeys): boolean {
  return /^[sr]k_live_/.test(secretKey);
}

/** Returns `undefined` if the object does not exist, or if the server does not know such objects. */
export async function orMissing<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request;
  } catch (error) {
    if (getStatus(error) === 404) return undefined;
    throw error;
  }
}

export function getStatus(error: unknown): number | undefined {
  const { statusCode } = error as { statusCode?: unknown };
  return typeof statusCode === 'number' ? statusCode : undefined;
}

function describeStripeError(error: unknown): ProviderError {
  const { code, rawType } = error as { code?: unknown; rawType?: unknown };
  if (rawType === 'idempotency_error' && getStatus(error) === 400) {
    return new ProviderError('conflict', 'Stripe took another request with the same idempotency key.');
  }
  return describeFailure('Stripe', {
    status: getStatus(error),
    code: typeof code === 'string' ? code : undefined,
  });
}

type HttpClient = ReturnType<typeof Stripe.createNodeHttpClient>;

/** The package takes any JSON for success if it names no error, also with status 500, as a proxy may respond. */
function rejectFailures(client: HttpClient): HttpClient {
  const send = client.makeRequest.bind(client);
  client.makeRequest = async (...request) => {
    const response = await send(...request);
    const readBody = response.toJSON.bind(response);
    response.toJSON = async () => {
      const body = await readBody();
      return response.getStatusCode() < 400 || body?.error ? body : { error: { type: 'api_error' } };
    };
    return response;
  };
  return client;
}

/** Rejects a publishable key or something else before it is sent anywhere. */
function expectSecretKey({ secretKey }: ProviderKeys): void {
  if (/^[sr]k_(test|live)_\w+$/.test(secretKey)) return;
  const message = 'A secret key of Stripe begins with sk_test_, sk_live_, rk_test_ or rk_live_.';
  throw new ProviderError('key_refused', message);
}

function splitUrl(url: string): { protocol: 'https'; host: string; port: string } {
  const { hostname, port } = new URL(url);
  return { protocol: 'https', host: hostname, port: port || '443' };
}
