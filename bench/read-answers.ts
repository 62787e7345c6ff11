import type { Socket } from 'node:net';

/** Where the status is in a head. */
export const STATUS_AT = 'HTTP/1.1 '.length;

/** Hands over the head of each answer when all of its body is there. */
export function readAnswers(socket: Socket, answered: (head: string) => void): void {
  let missing = 0;
  let head = '';
  let received: Buffer = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    if (missing > 0) {
      missing -= chunk.length;
      if (missing <= 0) answered(head);
      return;
    }
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    const end = received.indexOf('\r\n\r\n');
    if (end < 0) return;
    head = received.toString('latin1', 0, end);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
    missing = length - (received.length - end - 4);
    received = Buffer.alloc(0);
    if (missing <= 0) answered(head);
  });
}
