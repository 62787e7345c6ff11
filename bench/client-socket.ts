import { createConnection, type Socket } from 'node:net';

/** Position of the status in a response head. */
export const STATUS_AT = 'HTTP/1.1 '.length;
const BUFFER_BYTES = 64 * 1024;
const LAST_CHUNK = '\r\n0\r\n\r\n';
const NOTHING = Buffer.alloc(0);

/**
 * Opens a connection that passes on the head of each response once its body is complete. It reads into one buffer: a
 * client that allocates a buffer per response needs half as much CPU as a fast server.
 */
export function openClientSocket(port: number, answered: (head: string) => void): Socket {
  let missing = 0;
  let head = '';
  let begun: Buffer = NOTHING;
  /** The end of a chunked body so far, which may be the start of its last chunk. */
  let tail: string | undefined;

  function read(length: number, buffer: Uint8Array): boolean {
    if (tail !== undefined) return readInChunks(Buffer.from(buffer.buffer, buffer.byteOffset, length));
    if (missing > 0) {
      missing -= length;
      if (missing <= 0) answered(head);
      return true;
    }
    const chunk = Buffer.from(buffer.buffer, buffer.byteOffset, length);
    const received = begun.length === 0 ? chunk : Buffer.concat([begun, chunk]);
    const end = received.indexOf('\r\n\r\n');
    begun = end < 0 ? Buffer.from(received) : NOTHING;
    if (end < 0) return true;
    head = received.toString('latin1', 0, end);
    if (/transfer-encoding: chunked/i.test(head)) {
      tail = '';
      return readInChunks(received.subarray(end + 2));
    }
    missing = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0) - (received.length - end - 4);
    if (missing <= 0) answered(head);
    return true;
  }

  function readInChunks(received: Buffer): boolean {
    tail += received.toString('latin1', Math.max(0, received.length - LAST_CHUNK.length));
    tail = tail?.slice(-LAST_CHUNK.length);
    if (tail !== LAST_CHUNK) return true;
    tail = undefined;
    answered(head);
    return true;
  }

  const onread = { buffer: Buffer.allocUnsafe(BUFFER_BYTES), callback: read };
  return createConnection({ host: '127.0.0.1', port, noDelay: true, onread });
}
