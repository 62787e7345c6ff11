import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { framed, isOneOf, textOf } from './wire-messages.ts';

export interface RecordedStatement {
  text: string;
  /** The values of `$1`, `$2` … */
  values: (string | null)[];
}

/** Records every statement that is sent to PostgreSQL, in the order of each connection. */
export async function startRecordingProxy(target: URL) {
  const statements: RecordedStatement[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    const record = recorder(statements);
    near.on('data', record);
    near.pipe(far).pipe(near);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: Object.assign(new URL(target), { hostname: '127.0.0.1', port: String(port), search: '' }).href,
    statements,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Records one connection: a statement is parsed once and then bound by its name. */
function recorder(statements: RecordedStatement[]): (chunk: Buffer) => void {
  const parsed = new Map<string, string>();
  let isGreeted = false;
  return framed((message) => {
    if (!isGreeted) isGreeted = true;
    else if (isOneOf(message, 'Q')) statements.push({ text: textOf(message), values: [] });
    else if (isOneOf(message, 'P')) parsed.set(stringAt(message, 5), textOf(message));
    else if (isOneOf(message, 'B')) {
      const name = message.indexOf(0, 5) + 1;
      const text = parsed.get(stringAt(message, name)) ?? '';
      statements.push({ text, values: valuesIn(message, message.indexOf(0, name) + 1) });
    }
  });
}

function stringAt(message: Buffer, start: number): string {
  return message.toString('utf8', start, message.indexOf(0, start));
}

/** Reads the values of a Bind message, starting at the parameter formats. */
function valuesIn(message: Buffer, start: number): (string | null)[] {
  let at = start + 2 + 2 * message.readInt16BE(start);
  const count = message.readInt16BE(at);
  at += 2;
  return Array.from({ length: count }, () => {
    const length = message.readInt32BE(at);
    const from = at + 4;
    at = from + Math.max(0, length);
    return length < 0 ? null : message.toString('utf8', from, at);
  });
}
