import type { IncomingMessage } from 'node:http';

/** Of the body of a response, as much as is shown. */
const SHOWN_BYTES = 1024;
/** A longer or slower rest is not waited for: the connection is closed instead of used again. */
const READ_BYTES = 16_384;
const READ_MS = 1_000;

/** Never fails: the status has said all that counts. */
export async function readBeginning(response: IncomingMessage): Promise<string> {
  const late = setTimeout(() => response.destroy(), READ_MS);
  const parts: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const part of response as AsyncIterable<Buffer>) {
      if (bytes < SHOWN_BYTES) parts.push(part.subarray(0, SHOWN_BYTES - bytes));
      bytes += part.length;
      if (bytes > READ_BYTES) break;
    }
  } catch {
    // Cut off; what has come is shown.
  } finally {
    clearTimeout(late);
  }
  // As a stream, so that a letter that is cut at the end is left out; what is no UTF-8 is marked as such.
  return new TextDecoder().decode(Buffer.concat(parts), { stream: true });
}
