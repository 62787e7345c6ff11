import { setPriority } from 'node:os';
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { DatabaseUnavailable, type Outage, StoredDataDamaged } from '../../../domain/outage.ts';
import type { Sql } from '../../database.ts';
import { LISTS, type ListName } from '../../lists/lists.ts';
import { translateDatabaseError } from '../errors.ts';
import { createSqliteSql, createStatements } from '../statements.ts';

export interface ReaderStart {
  file: string;
  pageMs: number;
  countMs: number;
  /** Shared: 1 ends the statement that runs. */
  cancel: Int32Array;
}

export type ReaderReply =
  | { value: unknown }
  | { failure: 'timeout' | 'gone' | 'damaged'; outage?: undefined; error?: undefined }
  | { failure: 'error'; outage?: { message: string; reason: Outage }; error?: unknown };

/** Ends a statement; SQLite passes it on from the function that throws it. */
class Ended extends Error {
  readonly failure: 'timeout' | 'gone';

  constructor(failure: 'timeout' | 'gone') {
    super(failure);
    this.failure = failure;
  }
}

const port = parentPort;
if (!port) throw new Error('this is the start of a thread');
// On Linux this applies to the thread alone. It lets other requests go first if both need the CPU.
if (process.platform === 'linux') setPriority(5);

const { file, pageMs, countMs, cancel } = workerData as ReaderStart;
const db = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
db.exec(`
  PRAGMA cache_size = -16384;
  PRAGMA temp_store = MEMORY;
`);

/** Rows between two looks at the clock, which takes longer than reading a row. */
const ROWS_PER_LOOK = 64;
let deadline = 0;
let rows = 0;
let counted = 0;
// SQLite cannot interrupt a statement here, but calls these functions for the rows that it examines and finds.
db.function('in_time', () => {
  if (++rows % ROWS_PER_LOOK === 0) expectTime();
  return 1;
});
db.function('counted', () => ++counted);

function expectTime(): void {
  if (Atomics.load(cancel, 0) === 1) throw new Ended('gone');
  if (performance.now() > deadline) throw new Ended('timeout');
}

const statements = createStatements(db);
const sql: Sql = {
  ...createSqliteSql(statements, [], (_text, run) => run()),
  inTime: 'in_time()',
  async count({ sql: rowsOf, values }) {
    const [end, begun] = [deadline, performance.now()];
    counted = 0;
    deadline = begun + countMs;
    try {
      // Named in the outer statement, so that SQLite does not leave the call out.
      statements.rows(`SELECT count(n) AS n FROM (SELECT counted() AS n ${rowsOf})`).get(...values);
      return { n: counted, isComplete: true };
    } catch (error) {
      if (!(error instanceof Ended) || error.failure === 'gone') throw error;
      return { n: counted, isComplete: false };
    } finally {
      deadline = end + performance.now() - begun;
    }
  },
};

port.on('message', async (message: 'end' | { list: ListName; args: unknown[] }) => {
  if (message === 'end') {
    db.close();
    port.close();
    return;
  }
  const reply = await read(message.list, message.args);
  port.postMessage(reply, 'value' in reply ? listBuffers(reply.value) : []);
});

/** Reads a list in one transaction, which sees everything that was committed before. */
async function read(list: ListName, args: unknown[]): Promise<ReaderReply> {
  deadline = performance.now() + pageMs;
  try {
    db.exec('BEGIN');
    const run = LISTS[list] as (sql: Sql, ...rest: unknown[]) => Promise<unknown>;
    return { value: await run(sql, ...args) };
  } catch (error) {
    return describeFailure(error);
  } finally {
    if (db.isTransaction) db.exec('COMMIT');
  }
}

function describeFailure(error: unknown): ReaderReply {
  if (error instanceof Ended) return { failure: error.failure };
  const translated = translateDatabaseError(error);
  if (translated instanceof StoredDataDamaged) return { failure: 'damaged' };
  if (!(translated instanceof DatabaseUnavailable)) return { failure: 'error', error };
  return { failure: 'error', outage: { message: translated.message, reason: translated.reason } };
}

/** Bytes are handed over, not copied. */
function listBuffers(value: unknown): ArrayBuffer[] {
  const parts = typeof value === 'object' && value !== null ? Object.values(value) : [];
  return parts.flatMap((part) => (part instanceof Uint8Array ? (part.buffer as ArrayBuffer) : []));
}
