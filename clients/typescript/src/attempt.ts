import { ProfferError, parseError } from './errors.ts';

/** Sends one request and returns the result of `read`, or throws why it failed. */
export async function attempt<T>(
  fetch: typeof globalThis.fetch,
  url: string,
  init: RequestInit,
  { signal, timeoutMs }: { signal: AbortSignal | undefined; timeoutMs: number },
  read: (response: Response) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const onAbort = () => controller.abort(signal?.reason);
  signal?.addEventListener('abort', onAbort, { once: true });
  let isTooLate = false;
  const timer = setTimeout(() => {
    isTooLate = true;
    controller.abort();
  }, timeoutMs);
  // The stream of a file outlives the call, and can still be aborted.
  let isStreaming = false;
  try {
    const response = await fetch(url, { ...init, signal: controller.signal });
    if (!response.ok && response.status !== 304) throw await parseError(response);
    const result = await read(response);
    isStreaming = (result as unknown) === response;
    return result;
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof ProfferError) throw error;
    if (isTooLate)
      throw new ProfferError('timed_out', `No response came within ${timeoutMs} ms.`, { cause: error });
    throw new ProfferError('connection_failed', `The service cannot be reached at ${new URL(url).origin}.`, {
      cause: error,
    });
  } finally {
    clearTimeout(timer);
    if (!isStreaming) signal?.removeEventListener('abort', onAbort);
  }
}
