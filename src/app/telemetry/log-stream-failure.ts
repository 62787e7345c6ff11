import type { Logger } from 'pino';
import { safeError } from './safe-error.ts';

/**
 * Logs why the body of a response broke off. Its status was sent before, so the response can only be aborted, and nobody
 * else would learn the reason. A client that goes ends the stream without an error.
 */
export async function* logStreamFailure(
  stream: AsyncIterable<Uint8Array>,
  log: Logger,
  requestId: string,
): AsyncGenerator<Uint8Array> {
  try {
    yield* stream;
  } catch (error) {
    log.error({ requestId, err: safeError(error) }, 'response aborted');
    throw error;
  }
}
