import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import pg from 'pg';
import { framed, isOneOf, textOf } from './wire-messages.ts';

export interface TestPooler {
  url: string;
  close(): Promise<void>;
}

interface Server {
  stream: Socket;
  onMessage: (message: Buffer) => void;
  onClose: () => void;
}

/**
 * Starts a pooler in transaction mode for machines without PgBouncer: it shares a few connections to PostgreSQL among
 * any number of clients, each for one transaction. The least recently used connection goes first, so that a client
 * rarely gets the same one twice. `statements` collects every statement that passes.
 */
export async function startTransactionPooler(
  databaseUrl: string,
  { size = 2, statements = new Set<string>() } = {},
): Promise<TestPooler> {
  const pool = poolOf(databaseUrl, size);
  const clients = new Set<Socket>();
  const listener = createServer((client) => {
    clients.add(client);
    client.on('close', () => clients.delete(client));
    serve(client, pool, statements);
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  return {
    url: Object.assign(new URL(databaseUrl), { port: String(port), search: '' }).href,
    async close() {
      for (const client of clients) client.destroy();
      pool.close();
      listener.close();
      await once(listener, 'close');
    },
  };
}

function serve(client: Socket, pool: Pool, statements: Set<string>): void {
  const waiting: Buffer[] = [];
  let server: Server | undefined;
  let isAsking = false;
  /** Expected responses that end with "ready for query". */
  let answers = 0;

  async function flush(): Promise<void> {
    if (!server && !isAsking) {
      isAsking = true;
      server = await pool.borrow();
      isAsking = false;
      server.onMessage = handBack;
      server.onClose = () => client.destroy();
      if (client.destroyed) return leave();
    }
    if (!server) return;
    for (const message of waiting.splice(0)) {
      if (isOneOf(message, 'QS')) answers++;
      server.stream.write(message);
    }
  }

  function handBack(message: Buffer): void {
    client.write(message);
    if (!isOneOf(message, 'Z') || --answers > 0 || message[5] !== IDLE || !server) return;
    pool.releaseDeliveries(server);
    server = undefined;
  }

  /** An abandoned transaction must not reach the next client. */
  function leave(): void {
    server?.stream.destroy();
    server = undefined;
  }

  let isGreeted = false;
  const read = framed((message) => {
    if (!isGreeted) {
      isGreeted = true;
      client.write(GREETING);
      return;
    }
    if (isOneOf(message, 'X')) return void client.end();
    if (isOneOf(message, 'PQ')) statements.add(textOf(message));
    waiting.push(message);
    flush();
  });
  client.setNoDelay(true);
  client.on('data', read);
  client.on('error', () => {});
  client.on('close', leave);
}

interface Pool {
  borrow(): Promise<Server>;
  releaseDeliveries(server: Server): void;
  close(): void;
}

function poolOf(databaseUrl: string, size: number): Pool {
  const idle: Server[] = [];
  const open = new Set<Server>();
  const queue: ((server: Server) => void)[] = [];
  let opened = 0;

  async function connect(): Promise<void> {
    opened++;
    // The client only signs in; afterwards its socket is used directly.
    const client = new pg.Client(databaseUrl);
    client.on('error', () => {});
    await client.connect();
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
    const server: Server = { stream, onMessage: () => {}, onClose: () => {} };
    stream.removeAllListeners('data');
    const read = framed((message) => server.onMessage(message), true);
    stream.on('data', read);
    stream.on('close', () => {
      opened--;
      open.delete(server);
      if (idle.includes(server)) idle.splice(idle.indexOf(server), 1);
      server.onClose();
    });
    open.add(server);
    releaseDeliveries(server);
  }

  function releaseDeliveries(server: Server): void {
    server.onMessage = server.onClose = () => {};
    const next = queue.shift();
    if (next) next(server);
    else idle.push(server);
  }

  return {
    releaseDeliveries,
    borrow() {
      const server = idle.length > 0 && opened >= size ? idle.shift() : undefined;
      if (server) return Promise.resolve(server);
      return new Promise((resolve) => {
        queue.push(resolve);
        if (opened < size) connect().catch(() => opened--);
      });
    },
    close() {
      for (const { stream } of open) stream.destroy();
    },
  };
}

const IDLE = 'I'.charCodeAt(0);

function message(letter: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(letter);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

/** Authentication ok, a cancellation key, and ready for query. */
const GREETING = Buffer.concat([
  message('R', Buffer.alloc(4)),
  message('K', Buffer.alloc(8)),
  message('Z', Buffer.from([IDLE])),
]);
