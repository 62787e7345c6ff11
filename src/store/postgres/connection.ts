import type { Socket } from 'node:net';
import pg, { type Client, type ClientConfig, type QueryResult } from 'pg';
import type { SqlValue } from '../database.ts';
import { lost, translate } from './errors.ts';
import { SESSION_SETTINGS, type Session } from './session.ts';
import type { Statement } from './statement.ts';

/** A connection lost within this time was cut, so another is tried. Later, it timed out, and so would another. */
export const RECONNECT_MS = 1000;
const CONNECT_MS = 1500;
const GOODBYE_MS = 500;
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
  query: OpenConnection['query'];
  /** Rejects with `ConnectionLost` if no connection can be opened. */
  open(): Promise<OpenConnection>;
  close(): Promise<void>;
}

export interface OpenConnection {
  /** Closes the connection if there is no response within `limitMs`. */
  query(statement: Statement, values: readonly SqlValue[], limitMs: number): Promise<QueryResult<Row>>;
  /** Number of PostgreSQL warnings received so far. */
  readonly warnings: number;
  /** Lets pending statements finish; the next caller gets a new connection. */
  drop(): void;
}

export function connectionTo(url: string, session: Session): Connection {
  let current: Promise<OpenConnection> | undefined;
  let client: Client | undefined;
  let inFlight = 0;

  async function connect(): Promise<OpenConnection> {
    const made = new pg.Client(clientConfig(url));
    client = made;
    const forget = () => {
      if (client === made) current = client = undefined;
    };
    // Without a listener, a broken idle connection would end the process.
    made.on('error', forget);
    made.on('end', forget);
    try {
      await made.connect();
      if (session.isOurs) await made.query(SETTINGS);
    } catch (error) {
      forget();
      made.end().catch(() => {});
      throw lost(error);
    }
    let warnings = 0;
    made.on('notice', ({ severity }) => {
      if (severity === 'WARNING') warnings++;
    });
    const sendTogether = together(streamOf(made));
    return {
      query(statement, values, limitMs) {
        sendTogether();
        return submit(made, session, statement, values, limitMs);
      },
      get warnings() {
        return warnings;
      },
      drop() {
        forget();
        made.end().catch(() => {});
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
    open,
    async query(statement, values, limitMs) {
      const deadline = performance.now() + limitMs;
      inFlight++;
      try {
        const connection = await open();
        return await connection.query(statement, values, Math.max(1, deadline - performance.now()));
      } finally {
        inFlight--;
      }
    },
    async close() {
      const last = client;
      current = client = undefined;
      if (last) await hangUp(last);
    },
  };
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
      if (error) reject(session.watched(translate(error)));
      else resolve(result);
    });
    // The type definitions lack both properties.
    client.query(Object.assign(query, { name: session.isOurs ? name : undefined, query_timeout: limitMs }));
  });
}

/** Combines all writes of one event loop turn into a single system call. */
function together(stream: Socket): () => void {
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

export function clientConfig(url: string): ClientConfig {
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
async function hangUp(client: Client): Promise<void> {
  const cut = setTimeout(() => streamOf(client).destroy(), GOODBYE_MS);
  await client.end();
  clearTimeout(cut);
}

function streamOf(client: Client): Socket {
  return (client as Client & { connection: { stream: Socket } }).connection.stream;
}
