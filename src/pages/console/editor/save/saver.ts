import { type DraftBody, diffBody } from '../draft/to-body.ts';
import {
  type ApiError,
  findSaveError,
  idsByKey,
  type SaveError,
  type SaveReply,
  withItemIds,
} from './save-reply.ts';

/** The save status that is shown. */
export type SaveState =
  | { kind: 'saved'; at: number | null }
  | { kind: 'waiting' }
  | { kind: 'saving' }
  /** Not stored by the service; this device has a copy. */
  | { kind: 'unsaved'; why: SaveError; detail?: string }
  /** Someone else saved first. */
  | { kind: 'conflict' };

/** The version that the service has. */
export interface Stored {
  id: string;
  etag: string;
  body: DraftBody;
}

interface Typed {
  body: DraftBody;
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
  body: Partial<DraftBody>;
  etag: string | null;
  idempotencyKey: string | null;
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
  onConflict(sent: DraftBody | null): Promise<Stored | null>;
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
  resolveConflict(stored: Stored): void;
  /** Compares both versions before anything is written, because the service has a newer one than the base. */
  compareVersions(): Promise<void>;
  /** Takes over a new ETag; the content is unchanged. */
  replaceEtag(etag: string): void;
  /** Continues a create request that another window has started. */
  resume(found: PendingCreate): void;
}

const PAUSE_MS = 800;
const FIRST_RETRY_MS = 2000;
const LAST_RETRY_MS = 30_000;

interface SaverStart {
  stored: Stored | null;
  pending: PendingCreate | null;
  isAutomatic: boolean;
}

export function createSaver(ports: SaverPorts, start: SaverStart): Saver {
  return new DraftSaver(ports, start);
}

/** Saves one request at a time; later edits wait for the next one. */
class DraftSaver implements Saver {
  readonly #ports: SaverPorts;
  readonly #isAutomatic: boolean;
  #stored: Stored | null;
  #pending: PendingCreate | null;
  #running: Promise<boolean> | null = null;
  #isChanged = false;
  /** Set during a conflict, when nothing may be written. */
  #isStuck = false;
  #retryDelayMs = FIRST_RETRY_MS;
  #cancelTimer: (() => void) | null = null;

  constructor(ports: SaverPorts, { stored, pending, isAutomatic }: SaverStart) {
    this.#ports = ports;
    this.#stored = stored;
    this.#pending = pending;
    this.#isAutomatic = isAutomatic;
  }

  changed(): void {
    this.#isChanged = true;
    if (this.#isStuck) return;
    if (!this.#isAutomatic) this.#ports.onState({ kind: 'unsaved', why: 'onPurpose' });
    if (!this.#isAutomatic || this.#running) return;
    this.#ports.onState({ kind: 'waiting' });
    this.#schedule(PAUSE_MS);
  }

  async save(): Promise<boolean> {
    if (this.#isStuck) return false;
    this.#stopTimer();
    if (this.#running) await this.#running;
    return this.#isStuck ? false : this.#run();
  }

  retry(): void {
    if (this.#stored || this.#pending || this.#isChanged) void this.#run();
  }

  resolveConflict(next: Stored): void {
    this.#stored = next;
    this.#isStuck = false;
    this.#isChanged = true;
    if (this.#isAutomatic) this.#schedule(0);
    else this.#ports.onState({ kind: 'unsaved', why: 'onPurpose' });
  }

  async compareVersions(): Promise<void> {
    this.#stopTimer();
    if (this.#running) await this.#running;
    await this.#resolveConflict(null);
  }

  replaceEtag(etag: string): void {
    if (this.#stored) this.#stored = { ...this.#stored, etag };
  }

  resume(found: PendingCreate): void {
    this.#pending = found;
    void this.#run();
  }

  #schedule(ms: number): void {
    this.#stopTimer();
    this.#cancelTimer = this.#ports.later(ms, () => {
      this.#cancelTimer = null;
      void this.#run();
    });
  }

  #stopTimer(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
  }

  #run(): Promise<boolean> {
    if (this.#running) return this.#running;
    if (this.#isStuck) return Promise.resolve(false);
    this.#running = this.#attempt().finally(() => {
      this.#running = null;
      const isDue = this.#isChanged && !this.#isStuck && !this.#cancelTimer;
      if (isDue && this.#isAutomatic) this.#schedule(PAUSE_MS);
    });
    return this.#running;
  }

  async #attempt(): Promise<boolean> {
    this.#isChanged = false;
    const read = this.#ports.read();
    if (typeof read === 'string') return this.#reportUnsaved(read);
    const stored = this.#stored;
    const body = stored ? diffBody(stored.body, read.body) : read.body;
    if (stored && Object.keys(body).length === 0) return this.#finish(stored, new Map());
    if (!stored) {
      this.#pending ??= { key: this.#ports.newKey(), body: read.body, keys: read.keys };
      this.#ports.onPending(this.#pending);
    }
    this.#ports.onState({ kind: 'saving' });
    const sent = this.#pending ?? read;
    const request: SaveRequest = stored
      ? { id: stored.id, body, etag: stored.etag, idempotencyKey: null }
      : { id: null, body: sent.body, etag: null, idempotencyKey: this.#pending?.key ?? null };
    const reply = await this.#ports.send(request).catch(() => null);
    if (!reply) return this.#retryLater('offline');
    if (reply.status >= 300) return this.#handleError(reply, sent);
    this.#endPending();
    const { id = this.#stored?.id ?? '', items = [] } = reply.body;
    const next = { id, etag: reply.etag, body: withItemIds(sent.body, items) };
    return this.#finish(next, idsByKey(sent.keys, items));
  }

  #endPending(): void {
    if (this.#pending) this.#ports.onPending(null);
    this.#pending = null;
  }

  #finish(next: Stored, ids: ReadonlyMap<string, string>): boolean {
    this.#stored = next;
    this.#retryDelayMs = FIRST_RETRY_MS;
    this.#ports.onStored(next, ids);
    // An earlier attempt may not have contained the latest edits.
    const present = this.#ports.read();
    const isAll =
      !this.#isChanged &&
      typeof present !== 'string' &&
      Object.keys(diffBody(next.body, present.body)).length === 0;
    if (!isAll) this.#isChanged = true;
    const other: SaveState = this.#isAutomatic ? { kind: 'waiting' } : { kind: 'unsaved', why: 'onPurpose' };
    this.#ports.onState(isAll ? { kind: 'saved', at: this.#ports.now() } : other);
    return isAll;
  }

  async #handleError(reply: SaveReply, sent: Typed): Promise<boolean> {
    const why = findSaveError(reply);
    const { errors = [], detail } = reply.body;
    if (why === 'conflict') return this.#resolveConflict(sent.body);
    if (why === 'signedOut') return this.#retryLater(why, FIRST_RETRY_MS * 5);
    if (why === 'busy') return this.#retryLater(why, reply.retryAfterMs ?? undefined);
    if (why === 'refused') {
      this.#endPending();
      this.#ports.onRefused(errors, sent.keys);
    }
    return this.#reportUnsaved(why, why === 'gone' ? undefined : detail);
  }

  async #resolveConflict(sent: DraftBody | null): Promise<boolean> {
    this.#isStuck = true;
    this.#ports.onState({ kind: 'conflict' });
    try {
      const theirs = await this.#ports.onConflict(sent);
      // It was our own save whose response was lost.
      if (theirs) this.resolveConflict(theirs);
    } catch {
      this.#isStuck = false;
      return this.#retryLater('offline');
    }
    return false;
  }

  #retryLater(why: SaveError, ms = this.#retryDelayMs): false {
    this.#retryDelayMs = Math.min(this.#retryDelayMs * 2, LAST_RETRY_MS);
    this.#schedule(ms);
    return this.#reportUnsaved(why);
  }

  #reportUnsaved(why: SaveError, detail?: string): false {
    this.#ports.onState({ kind: 'unsaved', why, ...(detail !== undefined && { detail }) });
    return false;
  }
}
