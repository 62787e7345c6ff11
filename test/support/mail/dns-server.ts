import { createSocket } from 'node:dgram';
import { once } from 'node:events';

export interface DnsServer {
  /** `address:port` */
  address: string;
  close(): void;
}

const TXT = 16;
const NAME_ERROR = 3;

/** Starts a name server with these TXT records; any other name does not exist. Records of several parts are joined. */
export async function startDnsServer(records: Record<string, readonly string[]>): Promise<DnsServer> {
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    socket.send(respond(query, records), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { address: `127.0.0.1:${socket.address().port}`, close: () => socket.close() };
}

function respond(query: Buffer, records: Record<string, readonly string[]>): Buffer {
  const { name, end } = readName(query);
  const question = query.subarray(12, end + 4);
  const texts = query.readUInt16BE(end) === TXT ? records[name] : undefined;
  const header = Buffer.alloc(12);
  query.copy(header, 0, 0, 2);
  // A response that is authoritative, to one question.
  header.writeUInt16BE(0x8400 | (texts ? 0 : NAME_ERROR), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(texts?.length ?? 0, 6);
  return Buffer.concat([header, question, ...(texts ?? []).map(toAnswer)]);
}

function readName(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  while (query[at]) {
    const length = query[at] ?? 0;
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
}

function toAnswer(text: string): Buffer {
  const parts = text.match(/.{1,255}/gs) ?? [''];
  const data = Buffer.concat(
    parts.flatMap((part) => [Buffer.from([part.length]), Buffer.from(part, 'latin1')]),
  );
  const head = Buffer.alloc(12);
  // The name is that of the question.
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(TXT, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(60, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}
