import { ProviderError } from '../../domain/invoice/payment/provider.ts';

/** Options that every adapter takes. */
export interface ProviderOptions {
  /** Base URL of the API; `null` for the provider's own. */
  apiUrl: string | null;
  /** Authorities to trust instead of those of Node. */
  caCertificates?: string[] | undefined;
  /** Longest that one method may take, with all its requests. The customer waits for it. */
  timeoutMs?: number | undefined;
}

export const DEFAULT_TIMEOUT_MS = 10_000;

/** Rejects with `unreachable` if the work takes longer. What is under way may still succeed, hence idempotency keys. */
export async function withDeadline<T>(provider: string, timeoutMs: number, work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new ProviderError('unreachable', `${provider} did not respond in time.`)),
    timeoutMs,
  );
  work.catch(() => {});
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Facts about a failed request. `status` is missing if there was no response. */
export interface FailedCall {
  status: number | undefined;
  /** Error code in the provider's terms; never its message, which may repeat a part of the key. */
  code?: string | undefined;
}

export function describeFailure(provider: string, { status, code }: FailedCall): ProviderError {
  if (status === 401 || status === 403) {
    const reason =
      status === 401 ? 'does not accept the secret key' : 'does not allow this with the secret key';
    return new ProviderError('key_refused', `${provider} ${reason}.`);
  }
  if (status === undefined) return new ProviderError('unreachable', `${provider} could not be reached.`);
  // 409: another request with the same idempotency key is in progress.
  if (status >= 500 || status === 429 || status === 409 || status === 408) {
    return new ProviderError('unreachable', `${provider} could not process the request (status ${status}).`);
  }
  const detail = code !== undefined && /^[\w.-]{1,60}$/.test(code) ? code : `status ${status}`;
  return new ProviderError('refused', `${provider} rejected the request (${detail}).`);
}

/** Returns the value of the language tag in a table, or else that of the tag without its region, and without its script. */
export function matchLanguage<T>(table: Readonly<Record<string, T>>, tag: string): T | undefined {
  const parts = tag.split('-');
  const tags = parts.map((_, index) => parts.slice(0, parts.length - index).join('-'));
  const known = tags.find((shorter) => Object.hasOwn(table, shorter));
  return known === undefined ? undefined : table[known];
}
