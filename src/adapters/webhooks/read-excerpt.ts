import type { IncomingMessage } from 'node:http';

/** Maximum number of bytes of the response body that are stored. */
const MAX_EXCERPT_BYTES = 1024;
/** A longer or slower body is not read to its end: the connection is closed instead of reused. */
const MAX_READ_BYTES = 16_384;
const READ_TIMEOUT_MS = 1_000;

/** Never throws: the status alone decides the outcome. */
export async function readExcerpt(response: IncomingMessage): Promise<string> {
  const late = setTimeout(() => response.destroy(), READ_TIMEOUT_MS);
  const parts: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const part of response as AsyncIterable<Buffer>) {
      if (bytes < MAX_EXCERPT_BYTES) parts.push(part.subarray(0, MAX_EXCERPT_BYTES - bytes));
      bytes += part.length;
      if (bytes > MAX_READ_BYTES) break;
    }
  } catch {
    // The connection broke; the part that was read is returned.
  } finally {
    clearTimeout(late);
  }
  // The `stream` option drops a character that is cut off at the end. Invalid UTF-8 becomes U+FFFD.
  return new TextDecoder().decode(Buffer.concat(parts), { stream: true });
}
