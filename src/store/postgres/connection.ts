import type { Socket } from 'node:net';
import pg, { type Client, type ClientConfig, type QueryResult } from 'pg';
import type { SqlValue } from '../database.ts';
import { NoConnectionLeft, toConnectionLost, translateDatabaseError } from './errors.ts';
import { SESSION_SETTINGS, type Session } from './session.ts';
import type { Statement } from './statement.ts';

/** A connection lost within this time was cut, so another is tried. Later, it timed out, and so would another. */
export const RECONNECT_MS = 1000;
const CONNECT_MS = 1500;
/** How long a connection that PostgreSQL had no room for is not tried while others are open. */
const CROWDED_OUT_MS = 1000;
const MAX_CLOSE_MS = 500;
/**
 * Statements that a connection has prepared before it is replaced. The server keeps the plan of each until the
 * connection ends. The code has a few hundred, and lists with several filters add more.
 */
const MAX_PREPARED = 1000;
const SETTINGS = { text: SESSION_SETTINGS, query_timeout: CONNECT_MS };

const BIGINT = 20;
const NUMERIC = 1700;

export type Row = Record<string, unknown>;

/**
 * A connection that opens on first use and reopens after a failure. Statements are pipelined; PostgreSQL runs them in
 * order.
 */
export interface Connection {
  /** Statements sent through `query` that have no response yet. */
  readonly inFlight: number;
  readonly isOpen: boolean;
  /** Whether PostgreSQL has just refused it, because it allows no further connection. */
  readonly isCrowdedOut: boolean;
  query: OpenConnection['query'];
  /** Sends statements together, with no other between them, and resolves to the result of each. */
  queryAll(
    statements: readonly [Statement, readonly SqlValue[]][],
    limitMs: number,
  ): Promise<QueryResult<Row>[]>;
  /** Rejects with `ConnectionLost` if no connection can be opened. */
  open(): Promise<OpenConnection>;
  close(): Promise<void>;
}

export interface OpenConnection {
  /** Closes the connection if there is no response within `limitMs`. */
  query(statement: Statement, values: readonly SqlValue[], limitMs: number): Promise<QueryResult<Row>>;
  /** Number of PostgreSQL warnings received so far. */
  readonly warnings: number;
  /** Whether it has prepared so many statements that it should be replaced. */
  readonly isFull: boolean;
  /** Lets pending statements finish; the next caller gets a new connection. */
  drop(): void;
}

export function createPostgresConnection(url: string, session: Session): Connection {
  let current: Promise<OpenConnection> | undefined;
  let client: Client | undefined;
  let inFlight = 0;
  let isOpen = false;
  let crowdedOutUntil = 0;

  async function connect(): Promise<OpenConnection> {
    const created = new pg.Client(buildClientConfig(url));
    client = created;
    const forget = () => {
      if (client !== created) return;
      current = client = undefined;
      isOpen = false;
    };
    // Without a listener, a broken idle connection would end the process.
    created.on('error', forget);
    created.on('end', forget);
    try {
      await created.connect();
      if (session.isOurs) await created.query(SETTINGS);
    } catch (error) {
      forget();
      created.end().catch(() => {});
      const lost = toConnectionLost(error);
      if (lost instanceof NoConnectionLeft) crowdedOutUntil = performance.now() + CROWDED_OUT_MS;
      throw lost;
    }
    isOpen = client === created;
    let warnings = 0;
    created.on('notice', ({ severity }) => {
      if (severity === 'WARNING') warnings++;
    });
    const sendTogether = combineWrites(getSocket(created));
    const prepared = new Set<string>();
    return {
      query(statement, values, limitMs) {
        sendTogether();
        if (statement.name) prepared.add(statement.name);
        return submit(created, session, statement, values, limitMs);
      },
      get warnings() {
        return warnings;
      },
      get isFull() {
        return prepared.size >= MAX_PREPARED;
      },
      drop() {
        forget();
        created.end().catch(() => {});
      },
    };
  }

  function open(): Promise<OpenConnection> {
    current ??= connect();
    return current;
  }

  return {
    get inFlight() {
      return inFlight;
    },
    get isOpen() {
      return isOpen;
    },
    get isCrowdedOut() {
      return performance.now() < crowdedOutUntil;
    },
    open,
    async query(statement, values, limitMs) {
      const [result] = await this.queryAll([[statement, values]], limitMs);
      return result as QueryResult<Row>;
    },
    async queryAll(statements, limitMs) {
      const deadline = performance.now() + limitMs;
      inFlight++;
      try {
        let connection = await open();
        if (connection.isFull) {
          connection.drop();
          connection = await open();
        }
        const left = Math.max(1, deadline - performance.now());
        return await Promise.all(
          statements.map(([statement, values]) => connection.query(statement, values, left)),
        );
      } finally {
        inFlight--;
      }
    },
    async close() {
      const last = client;
      current = client = undefined;
      isOpen = false;
      if (last) await closeClient(last);
    },
  };
}

/** Lets pending statements finish, then frees the place of an open connection. */
export function closeConnection(connection: Connection | undefined): void {
  connection?.open().then(
    (opened) => opened.drop(),
    () => {},
  );
}

/** Passes a prepared query object: from a plain description, the client would copy every property. */
function submit(
  client: Client,
  session: Session,
  { text, name }: Statement,
  values: readonly SqlValue[],
  limitMs: number,
) {
  return new Promise<QueryResult<Row>>((resolve, reject) => {
    const query = new pg.Query<Row>(text, values as SqlValue[], (error, result) => {
      if (error) reject(session.watched(translateDatabaseError(error)));
      else resolve(result);
    });
    // The type definitions lack both properties.
    client.query(Object.assign(query, { name: session.isOurs ? name : undefined, query_timeout: limitMs }));
  });
}

/** Combines all writes of one event loop turn into a single system call. */
function combineWrites(stream: Socket): () => void {
  let isHeld = false;
  return () => {
    if (isHeld) return;
    isHeld = true;
    stream.cork();
    process.nextTick(() => {
      isHeld = false;
      stream.uncork();
    });
  };
}

export function buildClientConfig(url: string): ClientConfig {
  return {
    connectionString: url,
    application_name: 'proffer',
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    pipeline: true,
    types: { getTypeParser },
  };
}

function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === BIGINT || oid === NUMERIC) return Number;
  return pg.types.getTypeParser(oid, format as 'text');
}

/** Closes politely, but does not wait for a server that does not respond. */
async function closeClient(client: Client): Promise<void> {
  const cut = setTimeout(() => getSocket(client).destroy(), MAX_CLOSE_MS);
  await client.end();
  clearTimeout(cut);
}

function getSocket(client: Client): Socket {
  return (client as Client & { connection: { stream: Socket } }).connection.stream;
}
