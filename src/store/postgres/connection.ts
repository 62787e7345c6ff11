import type { Socket } from 'node:net';
import pg, { type Client, type ClientConfig, type QueryResult } from 'pg';
import type { SqlValue } from '../database.ts';
import { lost, translate } from './errors.ts';
import { SESSION_SETTINGS, type Session } from './session.ts';
import type { Statement } from './statement.ts';

/** What was lost within this time was cut and is tried on another; later, it fell silent, and so would the other. */
export const RECONNECT_MS = 1000;
const CONNECT_MS = 1500;
const GOODBYE_MS = 500;
const SETTINGS = { text: SESSION_SETTINGS, query_timeout: CONNECT_MS };

const BIGINT = 20;
const NUMERIC = 1700;

export type Row = Record<string, unknown>;

/**
 * One connection, opened when it is first needed and opened anew after it broke. Statements are sent without
 * waiting for the answers of those before them; PostgreSQL runs them in that order.
 */
export interface Connection {
  /** Statements sent through `query` that are not answered yet. */
  readonly inFlight: number;
  query: OpenConnection['query'];
  /** Rejects with `ConnectionLost` when there is none to be had. */
  open(): Promise<OpenConnection>;
  close(): Promise<void>;
}

export interface OpenConnection {
  /** A connection that has not answered within `limitMs` is cut off. */
  query(statement: Statement, values: readonly SqlValue[], limitMs: number): Promise<QueryResult<Row>>;
  /** Warnings of PostgreSQL that came with answers so far. */
  readonly warnings: number;
  /** Leaves it to finish what is under way; the next one to ask gets a new one. */
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
    // Without a listener, a connection that breaks while nobody uses it would end the process.
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

/** As a query of its own making: out of a description, the client would copy one property after the other. */
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
    // The types know neither of them.
    client.query(Object.assign(query, { name: session.isOurs ? name : undefined, query_timeout: limitMs }));
  });
}

/** What is written within one turn of the event loop leaves in one piece: each piece is a call of the system. */
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

/** A goodbye, but no waiting for somebody who does not answer. */
async function hangUp(client: Client): Promise<void> {
  const cut = setTimeout(() => streamOf(client).destroy(), GOODBYE_MS);
  await client.end();
  clearTimeout(cut);
}

function streamOf(client: Client): Socket {
  return (client as Client & { connection: { stream: Socket } }).connection.stream;
}
