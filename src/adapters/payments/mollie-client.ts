import { Agent } from 'node:https';
import type { MollieClient } from '@mollie/api-client';
import { ProviderError, type ProviderKeys } from '../../domain/invoice/payment/provider.ts';
import { DEFAULT_TIMEOUT_MS, describeFailure, type ProviderOptions, withDeadline } from './provider-call.ts';

/** Runs requests with one account's key. Errors become `ProviderError`. */
export type MollieCall = <T>(keys: ProviderKeys, work: (mollie: MollieClient) => Promise<T>) => Promise<T>;

/** The package is loaded at first use: most services never take a payment, and it costs start time and memory. */
export function createMollieCall({ apiUrl, caCertificates, timeoutMs }: ProviderOptions): MollieCall {
  const maxMs = timeoutMs ?? DEFAULT_TIMEOUT_MS;
  let agent: Agent | undefined;
  return async (keys, work) => {
    expectApiKey(keys);
    const { createMollieClient } = await import('@mollie/api-client');
    agent ??= new Agent({ ca: caCertificates });
    const mollie = createMollieClient({
      apiKey: keys.secretKey,
      ...(apiUrl !== null && { apiEndpoint: withVersion(apiUrl) }),
    });
    setRequestOptions(mollie, { agent, timeout: maxMs });
    const failed = (error: unknown) => {
      throw error instanceof ProviderError ? error : describeMollieError(error);
    };
    return withDeadline('Mollie', maxMs, work(mollie).catch(failed));
  };
}

export function isLiveMollieKey({ secretKey }: ProviderKeys): boolean {
  return secretKey.startsWith('live_');
}

/** Returns `undefined` if the object does not exist, or if the server does not know such objects. */
export async function orMissing<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request;
  } catch (error) {
    if (getStatus(error) === 404 || getStatus(error) === 410) return undefined;
    throw error;
  }
}

export function getStatus(error: unknown): number | undefined {
  const { statusCode } = error as { statusCode?: unknown };
  return typeof statusCode === 'number' ? statusCode : undefined;
}

function describeMollieError(error: unknown): ProviderError {
  const { field } = error as { field?: unknown };
  return describeFailure('Mollie', {
    status: getStatus(error),
    code: typeof field === 'string' ? field : undefined,
  });
}

/** Rejects an access token or something else before it is sent anywhere. */
function expectApiKey({ secretKey }: ProviderKeys): void {
  if (/^(test|live)_\w+$/.test(secretKey)) return;
  throw new ProviderError('key_refused', 'An API key of Mollie begins with test_ or live_.');
}

type Request = (path: string, options?: object) => Promise<unknown>;

/**
 * The package trusts its own list of authorities, made in 2021, and waits without end. It has no option for either, but
 * passes the options of a request on, so they are added there.
 */
function setRequestOptions(mollie: MollieClient, options: { agent: Agent; timeout: number }): void {
  const { networkClient } = mollie.payments as unknown as {
    networkClient?: { networkClient?: { request?: Request } };
  };
  const sender = networkClient?.networkClient;
  const send = sender?.request;
  if (!sender || !send) throw new Error('this version of @mollie/api-client sends requests in another way');
  sender.request = (path, more) => send(path, { ...more, ...options });
}

/** The version is a part of the URL. */
function withVersion(url: string): string {
  return new URL(url).pathname === '/' ? `${url.replace(/\/$/, '')}/v2/` : url;
}
