import type { Quote } from '../../../../domain/quote/quote.ts';
import { changesOf, type QuoteBody } from '../draft/to-body.ts';

/** The save status that is shown. */
export type SaveState =
  | { kind: 'saved'; at: number | null }
  | { kind: 'waiting' }
  | { kind: 'saving' }
  /** Not stored by the service; this device has a copy. */
  | { kind: 'unsaved'; why: Hindrance; detail?: string }
  /** Someone else saved first. */
  | { kind: 'conflict' };

type Hindrance =
  | 'incomplete'
  | 'invalid'
  | 'onPurpose'
  | 'offline'
  | 'busy'
  | 'signedOut'
  | 'refused'
  | 'forbidden'
  | 'settled'
  | 'gone';

/** The version that the service has. */
export interface Stored {
  id: string;
  etag: string;
  body: QuoteBody;
}

interface Typed {
  body: QuoteBody;
  /** Keys of the lines of the body. */
  keys: string[];
}

/**
 * A create request without a response yet. It is repeated unchanged with its idempotency key, so that only one
 * quote is created.
 */
export interface PendingCreate extends Typed {
  key: string;
}

export interface SaveRequest {
  /** `null` for a new quote */
  id: string | null;
  body: Partial<QuoteBody>;
  etag: string | null;
  idempotencyKey: string | null;
}

export interface SaveReply {
  status: number;
  etag: string;
  /** The quote, or the problem if the request failed. */
  body: Partial<Pick<Quote, 'id' | 'number' | 'status' | 'revision'>> & {
    items?: { id: string }[];
    code?: string;
    detail?: string;
    errors?: ApiError[];
  };
  retryAfterMs: number | null;
}

interface ApiError {
  path: string;
  message: string;
}

export interface SaverPorts {
  /** Reads the current draft; `incomplete` if a value is missing, `invalid` if one is invalid. */
  read(): Typed | 'incomplete' | 'invalid';
  /** Throws if there is no response. */
  send(request: SaveRequest): Promise<SaveReply>;
  onState(state: SaveState): void;
  onStored(stored: Stored, ids: ReadonlyMap<string, string>): void;
  onPending(pending: PendingCreate | null): void;
  /** `sent` is the body of the rejected request: an earlier attempt may have succeeded without a response. */
  onConflict(sent: QuoteBody | null): Promise<Stored | null>;
  onRefused(errors: ApiError[], keys: string[]): void;
  /** Schedules a callback and returns a function that cancels it. */
  later(ms: number, run: () => void): () => void;
  newKey(): string;
  now(): number;
}

export interface Saver {
  /** Called on every edit. */
  changed(): void;
  /** Saves immediately, on request. Resolves to whether everything is stored. */
  save(): Promise<boolean>;
  /** Called when the network may be back. */
  retry(): void;
  /** Continues from this version after a conflict. */
  settle(stored: Stored): void;
  /** Compares both versions before anything is written, because the service has a newer one than the base. */
  compareNow(): Promise<void>;
  /** Takes over a new ETag; the content is unchanged. */
  moveOn(etag: string): void;
  /** Continues a create request that another window has started. */
  resume(found: PendingCreate): void;
}

const PAUSE_MS = 800;
const FIRST_RETRY_MS = 2000;
const LAST_RETRY_MS = 30_000;

/** Saves one request at a time; later edits wait for the next one. */
export function createSaver(
  ports: SaverPorts,
  start: { stored: Stored | null; pending: PendingCreate | null; isAutomatic: boolean },
): Saver {
  let { stored, pending } = start;
  let running: Promise<boolean> | null = null;
  let isChanged = false;
  let isStuck = false;
  let wait = FIRST_RETRY_MS;
  let stop: (() => void) | null = null;

  function schedule(ms: number): void {
    stop?.();
    stop = ports.later(ms, () => {
      stop = null;
      void run();
    });
  }

  function changed(): void {
    isChanged = true;
    if (isStuck) return;
    if (!start.isAutomatic) ports.onState({ kind: 'unsaved', why: 'onPurpose' });
    if (!start.isAutomatic || running) return;
    ports.onState({ kind: 'waiting' });
    schedule(PAUSE_MS);
  }

  async function save(): Promise<boolean> {
    if (isStuck) return false;
    stop?.();
    stop = null;
    if (running) await running;
    return isStuck ? false : run();
  }

  function run(): Promise<boolean> {
    if (running) return running;
    if (isStuck) return Promise.resolve(false);
    running = attempt().finally(() => {
      running = null;
      if (isChanged && !isStuck && !stop && start.isAutomatic) schedule(PAUSE_MS);
    });
    return running;
  }

  async function attempt(): Promise<boolean> {
    isChanged = false;
    const read = ports.read();
    if (typeof read === 'string') return hindered(read);
    const body = stored ? changesOf(stored.body, read.body) : read.body;
    if (stored && Object.keys(body).length === 0) return done(stored, new Map());
    if (!stored) {
      pending ??= { key: ports.newKey(), body: read.body, keys: read.keys };
      ports.onPending(pending);
    }
    ports.onState({ kind: 'saving' });
    const sent = pending ?? read;
    const request: SaveRequest = stored
      ? { id: stored.id, body, etag: stored.etag, idempotencyKey: null }
      : { id: null, body: sent.body, etag: null, idempotencyKey: pending?.key ?? null };
    const reply = await ports.send(request).catch(() => null);
    if (!reply) return later('offline');
    if (reply.status >= 300) return refused(reply, sent);
    endPending();
    const { id = stored?.id ?? '', items = [] } = reply.body;
    return done({ id, etag: reply.etag, body: withItemIds(sent.body, items) }, idsByKey(sent.keys, items));
  }

  function endPending(): void {
    if (pending) ports.onPending(null);
    pending = null;
  }

  function done(next: Stored, ids: ReadonlyMap<string, string>): boolean {
    stored = next;
    wait = FIRST_RETRY_MS;
    ports.onStored(next, ids);
    // An earlier attempt may not have contained the latest edits.
    const present = ports.read();
    const isAll =
      !isChanged &&
      typeof present !== 'string' &&
      Object.keys(changesOf(next.body, present.body)).length === 0;
    if (!isAll) isChanged = true;
    const other: SaveState = start.isAutomatic ? { kind: 'waiting' } : { kind: 'unsaved', why: 'onPurpose' };
    ports.onState(isAll ? { kind: 'saved', at: ports.now() } : other);
    return isAll;
  }

  async function refused(reply: SaveReply, sent: Typed): Promise<boolean> {
    const why = hindranceOf(reply);
    const { errors = [], detail } = reply.body;
    if (why === 'conflict') return conflict(sent.body);
    if (why === 'signedOut') return later(why, FIRST_RETRY_MS * 5);
    if (why === 'busy') return later(why, reply.retryAfterMs ?? undefined);
    if (why === 'refused') {
      endPending();
      ports.onRefused(errors, sent.keys);
    }
    return hindered(why, why === 'gone' ? undefined : detail);
  }

  async function conflict(sent: QuoteBody | null): Promise<boolean> {
    isStuck = true;
    ports.onState({ kind: 'conflict' });
    try {
      const theirs = await ports.onConflict(sent);
      // It was our own save whose response was lost.
      if (theirs) settle(theirs);
    } catch {
      isStuck = false;
      return later('offline');
    }
    return false;
  }

  function settle(next: Stored): void {
    stored = next;
    isStuck = false;
    isChanged = true;
    if (start.isAutomatic) schedule(0);
    else ports.onState({ kind: 'unsaved', why: 'onPurpose' });
  }

  function hindered(why: Hindrance, detail?: string): false {
    ports.onState({ kind: 'unsaved', why, ...(detail !== undefined && { detail }) });
    return false;
  }

  function later(why: Hindrance, ms = wait): false {
    wait = Math.min(wait * 2, LAST_RETRY_MS);
    schedule(ms);
    return hindered(why);
  }

  async function compareNow(): Promise<void> {
    stop?.();
    stop = null;
    if (running) await running;
    await conflict(null);
  }

  function resume(found: PendingCreate): void {
    pending = found;
    void run();
  }

  function moveOn(etag: string): void {
    if (stored) stored = { ...stored, etag };
  }

  return {
    changed,
    save,
    settle,
    compareNow,
    resume,
    moveOn,
    retry: () => void (stored || pending || isChanged ? run() : undefined),
  };
}

const SETTLED = new Set(['quote_converted', 'partly_invoiced']);

function hindranceOf({ status, body: { code = '' } }: SaveReply): Hindrance | 'conflict' {
  if (status === 412) return 'conflict';
  if (status === 400 || status === 413) return 'refused';
  if (status === 401) return 'signedOut';
  if (status === 403) return 'forbidden';
  if (status === 404) return 'gone';
  return status === 409 && SETTLED.has(code) ? 'settled' : 'busy';
}

function withItemIds(body: QuoteBody, written: { id: string }[]): QuoteBody {
  return {
    ...body,
    items: body.items.map(({ id, ...item }, at) => ({ id: written[at]?.id ?? id, ...item })),
  };
}

function idsByKey(keys: string[], written: { id: string }[]): Map<string, string> {
  return new Map(keys.flatMap((key, at) => (written[at] ? [[key, written[at].id] as const] : [])));
}
